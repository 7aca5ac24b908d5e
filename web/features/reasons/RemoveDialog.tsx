import { useRef, useState } from 'react'
import { t } from '../../../contract/texts/t.ts'
import { useDecide } from '../../data/moderation/decisions.ts'
import type { Content } from '../../data/posts/contents.ts'
import type { Role } from '../../data/users/roles.ts'
import { Checkbox } from '../../ui/forms/Checkbox.tsx'
import { FormDialog } from '../../ui/overlays/FormDialog.tsx'
import { RemovalFields } from './RemovalFields.tsx'
import { useAnnounceRemoval } from './useAnnounceRemoval.ts'
import { useFocusNextCard } from './useFocusNextCard.ts'
import { removalBodyOf, useRemovalReason } from './useRemovalReason.ts'

interface RemoveDialogProps {
  content: Content
  as: Role
  onFailure: (error: unknown) => void
  onClose: () => void
}

/** Asks why a moderator or admin removes a post or comment, which also closes its reports. */
export default function RemoveDialog({ content, as, onFailure, onClose }: RemoveDialogProps) {
  const { type, item } = content
  const decide = useDecide(content)
  const announce = useAnnounceRemoval(onFailure)
  const reason = useRemovalReason(item.communityId)
  const [withContent, setWithContent] = useState(false)
  const inside = useRef<HTMLDivElement>(null)
  const focus = useFocusNextCard(inside)
  const isContentGone = withContent && type === 'post'
  const confirm = async () => {
    if (!reason.check()) return
    focus.choose()
    try {
      await decide.mutateAsync({
        action: 'remove',
        as,
        ...removalBodyOf(reason.why),
        withContent: isContentGone,
      })
      onClose()
      announce(content, { isFinal: isContentGone })
    } catch (error) {
      focus.forget()
      if (!reason.refuses(error)) onFailure(error)
    }
  }
  return (
    <FormDialog
      title={type === 'post' ? t('Remove this post?') : t('Remove this comment?')}
      submitLabel={t('Remove')}
      danger
      busy={decide.isPending}
      isQuick
      onSubmit={confirm}
      onClose={onClose}
    >
      <div ref={inside} className="stack">
        <p>
          {type === 'post'
            ? t('It disappears from all feeds. The author can still read it, and moderators can restore it.')
            : t('The text is hidden. Replies stay, and moderators can restore it.')}
        </p>
        <RemovalFields {...reason.fields} onChange={reason.setWhy} />
        {type === 'post' && as === 'admins' && (
          <Checkbox
            label={t('Also delete the content')}
            hint={t('No one will be able to read or restore it.')}
            checked={withContent}
            onChange={setWithContent}
          />
        )}
      </div>
    </FormDialog>
  )
}
