import type { HeldItem } from '../../../contract/entities/held.ts'
import { t } from '../../../contract/texts/t.ts'
import { Markdown } from '../../ui/markdown/Markdown.tsx'
import { isolated } from '../../ui/text/isolated.tsx'
import styles from './HeldCard.module.css'

/** What an edit replaces; the new text comes after it. */
export function HeldChange({ item: { titleBefore, bodyHtmlBefore } }: { item: HeldItem }) {
  if (titleBefore === null && bodyHtmlBefore === null) return null
  return (
    <details className={styles.before}>
      <summary>{t('Before the edit')}</summary>
      {titleBefore !== null && <p dir="auto">{isolated(titleBefore)}</p>}
      {bodyHtmlBefore !== null && <Markdown html={bodyHtmlBefore} />}
    </details>
  )
}
