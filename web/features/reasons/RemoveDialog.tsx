import { useRef, useState } from 'react'
import { t } from '../../../contract/texts/t.ts'
import { useDecide } from '../../data/moderation/moderation.ts'
import type { Content } from '../../data/posts/contents.ts'
import type { Role } from '../../data/users/roles.ts'
import { useToasts } from '../../ui/feedback/toasts.tsx'
import { Checkbox } from '../../ui/forms/Checkbox.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import styles from './ReasonDialog.module.css'
import { noRemovalReason, RemovalFields } from './RemovalFields.tsx'
import { useFocusNextCard } from './useFocusNextCard.ts'

interface RemoveDialogProps {
  content: Content
  as: Role
  onFailure: (error: unknown) => void
  onClose: () => void
}

const consequences = {
  post: 'It leaves all feeds. Its author, moderators and admins can still read it, and moderators can restore it.',
  comment: 'Its text is hidden. Replies stay, and moderators can restore it.',
}

/** Asks why a moderator or admin removes a post or comment, which also closes its reports. */
export default function RemoveDialog({ content, as, onFailure, onClose }: RemoveDialogProps) {
  const { type, item } = content
  const decide = useDecide(content)
  const toasts = useToasts()
  const [why, setWhy] = useState(noRemovalReason)
  const [withContent, setWithContent] = useState(false)
  const inside = useRef<HTMLDivElement>(null)
  const focus = useFocusNextCard(inside)
  const confirm = async () => {
    focus.choose()
    try {
      await decide.mutateAsync({
        action: 'remove',
        as,
        reason: why.reason.trim(),
        note: why.note.trim(),
        ruleId: why.ruleId === '' ? null : Number(why.ruleId),
        withContent: withContent && type === 'post',
      })
      onClose()
      toasts.show(type === 'post' ? t('Post removed.') : t('Comment removed.'), { tone: 'success' })
    } catch (error) {
      focus.forget()
      onClose()
      onFailure(error)
    }
  }
  return (
    <ConfirmDialog
      title={`Remove this ${type}?`}
      confirmLabel={t('Remove')}
      danger
      busy={decide.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <div ref={inside} className={styles.content}>
        <p>{consequences[type]}</p>
        <RemovalFields communityId={item.communityId} value={why} onChange={setWhy} />
        {type === 'post' && as === 'admins' && (
          <Checkbox
            label={t('Delete its content too')}
            hint={t('Then nobody can read it any more, and it cannot be restored.')}
            checked={withContent}
            onChange={setWithContent}
          />
        )}
      </div>
    </ConfirmDialog>
  )
}
