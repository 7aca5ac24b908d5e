import { t } from '../../../contract/texts/t.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Banner } from '../../ui/feedback/Banner.tsx'
import styles from './DraftConflict.module.css'

interface DraftConflictProps {
  /** The texts of this device and of another. */
  mine: string
  other: string
  onSettle: (choice: 'this' | 'other') => void
}

/** Shows two versions of a draft, from which the author chooses one. */
export function DraftConflict({ mine, other, onSettle }: DraftConflictProps) {
  return (
    <section className={styles.conflict} aria-label={t('Two drafts')}>
      <Banner tone="warning">
        <p>{t('You edited this draft on another device. Which version do you want to keep?')}</p>
      </Banner>
      <div className={styles.texts}>
        <figure>
          <figcaption className={styles.heading}>{t('This device')}</figcaption>
          <DraftText text={mine} />
          <Button small onClick={() => onSettle('this')}>
            {t('Keep this version')}
          </Button>
        </figure>
        <figure>
          <figcaption className={styles.heading}>{t('Other device')}</figcaption>
          <DraftText text={other} />
          <Button small onClick={() => onSettle('other')}>
            {t('Use the other version')}
          </Button>
        </figure>
      </div>
    </section>
  )
}

function DraftText({ text }: { text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also with keys.
    <pre className={styles.text} tabIndex={0} dir="auto">
      {text}
    </pre>
  )
}
