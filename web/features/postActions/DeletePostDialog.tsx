import { useEffect, useRef, useState } from 'react'
import type { Post } from '../../../contract/entities/post.ts'
import type { UserGroup } from '../../../contract/entities/schema.ts'
import { useDeletePost } from '../../data/posts/postActions.ts'
import type { PostRoles } from '../../data/users/roles.ts'
import { useToasts } from '../../ui/feedback/toasts.tsx'
import { Checkbox } from '../../ui/forms/Checkbox.tsx'
import { RadioGroup } from '../../ui/forms/RadioGroup.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { ReasonField } from '../reasons/ReasonField.tsx'
import styles from './DeletePostDialog.module.css'
import { deletionGroups } from './postRoles.ts'
import { useNotifyPostFailure } from './useNotifyPostFailure.ts'

interface DeletePostDialogProps {
  post: Post
  roles: PostRoles
  /** The role that was chosen in the menu; viewers with several roles can change it. */
  suggested: UserGroup
  onClose: () => void
}

const names = { normal: 'Author', mods: 'Moderator', admins: 'Admin' } as const

/** Asks for confirmation before a post is deleted: in which role, and whether with its content. */
export default function DeletePostDialog({ post, roles, suggested, onClose }: DeletePostDialogProps) {
  const notifyFailure = useNotifyPostFailure()
  const toasts = useToasts()
  const remove = useDeletePost(post)
  const [as, setAs] = useState(suggested)
  const [withContent, setWithContent] = useState(false)
  const [reason, setReason] = useState('')
  const groups = deletionGroups(post, roles)
  const canErase = as !== 'mods'
  const inside = useRef<HTMLDivElement>(null)
  const focusedNext = useRef<HTMLElement>(null)
  // Waits until the dialog has closed and given the focus back to the button of a menu that is removed, too.
  useEffect(() => () => focusedNext.current?.focus({ preventScroll: true }), [])
  const confirm = async () => {
    // In a feed the card is removed, with every element that could take the focus.
    focusedNext.current = linkAfter(inside.current?.closest('article'))
    try {
      await remove.mutateAsync({ as, withContent: canErase && withContent, reason })
      onClose()
      toasts.show('Post deleted.', { tone: 'success' })
    } catch (error) {
      focusedNext.current = null
      onClose()
      notifyFailure(error)
    }
  }
  return (
    <ConfirmDialog
      title="Delete post?"
      confirmLabel="Delete"
      danger
      busy={remove.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <div ref={inside} className={styles.questions}>
        {groups.length > 1 && (
          <RadioGroup
            legend="Delete as"
            options={groups.map((group) => ({ value: group, label: names[group] }))}
            value={as}
            onChange={setAs}
          />
        )}
        <p>It disappears from all feeds and cannot be brought back. The discussion stays.</p>
        {canErase ? (
          <Checkbox
            label="Delete its content too"
            hint={
              as === 'normal'
                ? 'Otherwise it can still be read by who has the address.'
                : 'Otherwise its author, moderators and admins can still read it.'
            }
            checked={withContent}
            onChange={setWithContent}
          />
        ) : (
          <p>Its author, moderators and admins can still read it.</p>
        )}
        {as !== 'normal' && <ReasonField value={reason} onChange={setReason} />}
      </div>
    </ConfirmDialog>
  )
}

/** The title link of the next card in a feed, otherwise of the previous one; null on a post's own page. */
function linkAfter(card: Element | null | undefined): HTMLElement | null {
  const titles = [...document.querySelectorAll<HTMLElement>('main article h2 a')]
  const index = titles.findIndex((title) => card?.contains(title))
  return index < 0 ? null : (titles[index + 1] ?? titles[index - 1] ?? null)
}
