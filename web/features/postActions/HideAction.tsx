import type { Post } from '../../../contract/entities/post.ts'
import { t } from '../../../contract/texts/t.ts'
import { useViewer } from '../../data/account/initial.ts'
import { useHidePost } from '../../data/posts/hiding.ts'
import { Action } from '../../ui/buttons/ActionRow.tsx'
import { useDialogs } from '../dialogs/dialogs.tsx'
import styles from './Actions.module.css'
import { useNotifyPostFailure } from './useNotifyPostFailure.ts'

interface HideActionProps {
  post: Post
  /** Called when the post is hidden, before it is removed. */
  onHide?: () => void
  /** Takes the focus when it appears, as after an undo. */
  autoFocus?: boolean
  className?: string | undefined
}

/** Hides a post from the viewer's feeds. */
export function HideAction({ post, onHide, autoFocus = false, className }: HideActionProps) {
  const viewer = useViewer()
  const dialogs = useDialogs()
  const changeHidden = useHidePost(post, useNotifyPostFailure())
  return (
    <Action
      icon="hide"
      className={className}
      autoFocus={autoFocus}
      onClick={() => {
        if (!viewer) return dialogs.open('login-prompt')
        onHide?.()
        void changeHidden('hide')
      }}
    >
      <span className={styles.word}>{t('Hide')}</span>
    </Action>
  )
}
