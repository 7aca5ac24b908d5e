import { useEffect, useRef, useState } from 'react'
import type { Post } from '../../../contract/entities/post.ts'
import { useDeletePost } from '../../data/posts/postActions.ts'
import { useToasts } from '../../ui/feedback/toasts.tsx'
import { Checkbox } from '../../ui/forms/Checkbox.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import styles from './DeletePostDialog.module.css'
import { useNotifyPostFailure } from './useNotifyPostFailure.ts'

interface DeletePostDialogProps {
  post: Post
  onClose: () => void
}

/** Asks for confirmation before authors delete their post, and whether with its content. */
export default function DeletePostDialog({ post, onClose }: DeletePostDialogProps) {
  const notifyFailure = useNotifyPostFailure()
  const toasts = useToasts()
  const remove = useDeletePost(post)
  const [withContent, setWithContent] = useState(false)
  const inside = useRef<HTMLDivElement>(null)
  const focusedNext = useRef<HTMLElement>(null)
  // Waits until the dialog has closed and given the focus back to the button of a menu that is removed, too.
  useEffect(() => () => focusedNext.current?.focus({ preventScroll: true }), [])
  const confirm = async () => {
    // In a feed the card is removed, with every element that could take the focus.
    focusedNext.current = linkAfter(inside.current?.closest('article'))
    try {
      await remove.mutateAsync({ as: 'normal', withContent, reason: '' })
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
        <p>It disappears from all feeds and cannot be brought back. The discussion stays.</p>
        <Checkbox
          label="Delete its content too"
          hint="Otherwise it can still be read by who has the address."
          checked={withContent}
          onChange={setWithContent}
        />
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
