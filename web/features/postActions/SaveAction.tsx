import type { Post } from '../../../contract/entities/post.ts'
import { t } from '../../../contract/texts/t.ts'
import { Action } from '../../ui/buttons/ActionRow.tsx'
import { useAskWhereToSave } from '../lists/useAskWhereToSave.ts'
import styles from './Actions.module.css'

export function SaveAction({ post, className }: { post: Pick<Post, 'id'>; className?: string | undefined }) {
  const askWhereToSave = useAskWhereToSave()
  return (
    <Action
      icon="save"
      data-key="s"
      className={className}
      onClick={() => askWhereToSave({ toSaveItemType: 'post', toSaveItemId: post.id })}
    >
      <span className={styles.word}>{t('Save')}</span>
    </Action>
  )
}
