import type { Post } from '../../../../contract/entities/post.ts'
import { Action } from '../../../components/ActionRow.tsx'
import { useHidePost } from '../../../data/hiding.ts'
import { useViewer } from '../../../data/initial.ts'
import { useDialogs } from '../../../shell/dialogs.tsx'
import styles from './Actions.module.css'
import { useNotifyPostFailure } from './useNotifyPostFailure.ts'

interface HideAction {
  post: Post
  /** Called when the post is hidden, before it goes. */
  onHide?: () => void
  /** Takes the focus when it appears, as after an undo. */
  autoFocus?: boolean
  className?: string | undefined
}

/** Leaves a post out of the viewer's feeds. */
export function HideAction({ post, onHide, autoFocus = false, className }: HideAction) {
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
        changeHidden('hide')
      }}
    >
      <span className={styles.word}>Hide</span>
    </Action>
  )
}
