import { useEffect, useRef, useState } from 'react'
import { useDecide } from '../../data/moderation/moderation.ts'
import type { Content } from '../../data/posts/contents.ts'
import type { Role } from '../../data/users/roles.ts'
import { useToasts } from '../../ui/feedback/toasts.tsx'
import { Checkbox } from '../../ui/forms/Checkbox.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import styles from './ReasonDialog.module.css'
import { noRemovalReason, RemovalFields } from './RemovalFields.tsx'

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
  const focusedNext = useRef<HTMLElement>(null)
  // Waits until the dialog has closed and given the focus back to the button of a menu that is removed, too.
  useEffect(() => () => focusedNext.current?.focus({ preventScroll: true }), [])
  const confirm = async () => {
    // In a feed the card is removed, with every element that could take the focus.
    focusedNext.current = linkAfter(inside.current?.closest('article'))
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
      toasts.show(type === 'post' ? 'Post removed.' : 'Comment removed.', { tone: 'success' })
    } catch (error) {
      focusedNext.current = null
      onClose()
      onFailure(error)
    }
  }
  return (
    <ConfirmDialog
      title={`Remove this ${type}?`}
      confirmLabel="Remove"
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
            label="Delete its content too"
            hint="Then nobody can read it any more, and it cannot be restored."
            checked={withContent}
            onChange={setWithContent}
          />
        )}
      </div>
    </ConfirmDialog>
  )
}

/** The title link of the next card in a feed, otherwise of the previous one; null elsewhere. */
function linkAfter(card: Element | null | undefined): HTMLElement | null {
  const titles = [...document.querySelectorAll<HTMLElement>('main article h2 a')]
  const index = titles.findIndex((title) => card?.contains(title))
  return index < 0 ? null : (titles[index + 1] ?? titles[index - 1] ?? null)
}
