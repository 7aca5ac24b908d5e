import { t } from '../../../contract/texts/t.ts'
import { useDecide } from '../../data/moderation/decisions.ts'
import type { Content } from '../../data/posts/contents.ts'
import type { Role } from '../../data/users/roles.ts'
import { useToasts } from '../../ui/feedback/toasts.tsx'
import LockDialog from '../reasons/LockDialog.tsx'
import { useNotifyDecisionFailure } from './useNotifyDecisionFailure.ts'

interface LockTargetDialogProps {
  content: Content
  as: Role
  onClose: () => void
}

/** Asks for a reason before a post or comment is locked, which also closes its reports. */
export function LockTargetDialog({ content, as, onClose }: LockTargetDialogProps) {
  const { type } = content
  const decide = useDecide(content)
  const toasts = useToasts()
  const notifyFailure = useNotifyDecisionFailure(type)
  const lock = async (reason: string) => {
    try {
      await decide.mutateAsync({ action: 'lock', as, reason: reason.trim() })
      onClose()
      toasts.show(type === 'post' ? t('Post locked.') : t('Replies locked.'), { tone: 'success' })
    } catch (error) {
      onClose()
      notifyFailure(error)
    }
  }
  return (
    <LockDialog
      title={type === 'post' ? t('Lock this post?') : t('Lock this comment?')}
      text={
        type === 'post'
          ? t("No one can comment or vote until it's unlocked.")
          : t("No one can reply to it, or to replies below it, until it's unlocked.")
      }
      busy={decide.isPending}
      onLock={lock}
      onClose={onClose}
    />
  )
}
