import type { Post } from '../../../contract/entities/post.ts'
import { t } from '../../../contract/texts/t.ts'
import { useIsSaved } from '../../data/lists/savedTo.ts'
import { Action } from '../../ui/buttons/ActionRow.tsx'
import { useSave } from '../lists/useSave.ts'
import styles from './Actions.module.css'

export function SaveAction({ post, className }: { post: Pick<Post, 'id'>; className?: string | undefined }) {
  const item = { type: 'post', id: post.id } as const
  const save = useSave()
  return (
    <Action
      icon="save"
      aria-pressed={useIsSaved(item)}
      data-key="s"
      className={className}
      onClick={() => save(item)}
    >
      <span className={styles.word}>{t('Save')}</span>
    </Action>
  )
}
