import { useState } from 'react'
import type { Post } from '../../../contract/entities/post.ts'
import { Checkbox } from '../../components/Checkbox.tsx'
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx'
import { Menu, type MenuItem } from '../../components/Menu.tsx'
import { useDeletePost } from '../../data/post.ts'
import { useLayer } from '../../shell/useLayer.ts'
import { useNotifyFailure } from '../../shell/useNotifyFailure.ts'

/** What authors can do with their post. */
export function OwnPostMenu({ post }: { post: Post }) {
  const question = useLayer()
  const items: MenuItem[] = [{ label: 'Edit', icon: 'edit', href: `/new?edit=${post.publicId}` }]
  if (!post.deleted || !post.deletedContent)
    items.push({
      label: post.deleted ? 'Delete content' : 'Delete',
      icon: 'delete',
      danger: true,
      onSelect: question.open,
    })
  return (
    <>
      <Menu label="More" items={items} />
      {question.isOpen && <DeleteDialog post={post} onClose={question.close} />}
    </>
  )
}

function DeleteDialog({ post, onClose }: { post: Post; onClose: () => void }) {
  const notifyFailure = useNotifyFailure()
  const remove = useDeletePost(post.publicId)
  const [withContent, setWithContent] = useState(post.deleted)
  return (
    <ConfirmDialog
      title={post.deleted ? 'Delete the content of this post?' : 'Delete post?'}
      confirmLabel="Delete"
      danger
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ withContent }, { onError: notifyFailure, onSettled: onClose })}
      onClose={onClose}
    >
      {post.deleted ? (
        <p>Text and link are erased and cannot be brought back.</p>
      ) : (
        <>
          <p>It disappears from all feeds and cannot be brought back. The discussion stays.</p>
          <Checkbox
            label="Delete its content too"
            hint="Otherwise text and link can still be read by who has the address."
            checked={withContent}
            onChange={setWithContent}
          />
        </>
      )}
    </ConfirmDialog>
  )
}
