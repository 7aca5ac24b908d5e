import type { Post } from '../../../contract/entities/post.ts'
import { t } from '../../../contract/texts/t.ts'
import { useIsSaved } from '../../data/lists/savedTo.ts'
import { Action } from '../../ui/buttons/ActionRow.tsx'
import { useSave } from '../lists/useSave.ts'
import styles from './Actions.module.css'

interface SaveActionProps {
  post: Pick<Post, 'id' | 'isSaved'>
  className?: string | undefined
}

/** Saves a post; pressed while it is in at least one list of the viewer. */
export function SaveAction({ post, className }: SaveActionProps) {
  const item = { type: 'post', id: post.id } as const
  const save = useSave()
  return (
    <Action
      icon="save"
      aria-pressed={useIsSaved(item, post.isSaved)}
      data-key="s"
      className={className}
      onClick={() => save(item)}
    >
      <span className={styles.word}>{t('Save')}</span>
    </Action>
  )
}
