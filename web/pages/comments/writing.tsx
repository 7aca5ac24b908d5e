import type { Comment } from '../../../contract/entities/comment.ts'
import { useEditComment, useWriteComment } from '../../data/comments.ts'
import { CommentForm } from './CommentForm.tsx'
import { useDiscussion } from './discussion.ts'
import { draftOf } from './lateForms.ts'

interface Form {
  takesFocus: boolean
  onClose: () => void
}

/** Writes a comment on the post. */
export function NewCommentForm(form: Form) {
  const { post, viewerId, offices } = useDiscussion()
  const write = useWriteComment(post)
  return (
    <CommentForm
      {...form}
      label="Comment"
      placeholder="Add a comment"
      submitLabel="Comment"
      draft={draftOf(viewerId, post.publicId)}
      offices={offices}
      onSubmit={(body, speaksAs) => write.mutateAsync({ parentId: null, body, speaksAs })}
    />
  )
}

/** Writes a reply. `name`: whom it answers, as people see it. */
export function ReplyForm({ comment, name, ...form }: Form & { comment: Comment; name: string }) {
  const { post, viewerId, offices } = useDiscussion()
  const write = useWriteComment(post)
  return (
    <CommentForm
      {...form}
      label={`Reply to ${name}`}
      placeholder="Add a reply"
      submitLabel="Reply"
      draft={draftOf(viewerId, post.publicId, comment.id)}
      offices={offices}
      onSubmit={(body, speaksAs) => write.mutateAsync({ parentId: comment.id, body, speaksAs })}
    />
  )
}

/** Changes a comment. `source`: its Markdown. */
export function EditForm({ comment, source, ...form }: Form & { comment: Comment; source: string }) {
  const edit = useEditComment(comment)
  return (
    <CommentForm
      {...form}
      label="Your comment"
      submitLabel="Save"
      initial={source}
      onSubmit={(body) => edit.mutateAsync(body)}
    />
  )
}
