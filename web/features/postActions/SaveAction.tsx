import type { Post } from '../../../contract/entities/post.ts'
import { t } from '../../../contract/texts/t.ts'
import { Action } from '../../ui/buttons/ActionRow.tsx'
import { useSave } from '../lists/useSave.ts'
import styles from './Actions.module.css'

export function SaveAction({ post, className }: { post: Pick<Post, 'id'>; className?: string | undefined }) {
  const save = useSave()
  return (
    <Action
      icon="save"
      data-key="s"
      className={className}
      onClick={() => save({ toSaveItemType: 'post', toSaveItemId: post.id })}
    >
      <span className={styles.word}>{t('Save')}</span>
    </Action>
  )
}
