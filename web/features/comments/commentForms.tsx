import type { Comment } from '../../../contract/entities/comment.ts'
import { t } from '../../../contract/texts/t.ts'
import { useInitial } from '../../data/account/initial.ts'
import { idOfComment } from '../../data/comments/commentPath.ts'
import { useEditComment, useWriteComment } from '../../data/comments/writeComment.ts'
import { mayModerate } from '../../data/users/mayModerate.ts'
import { useOrHeld } from '../../data/users/orHeld.ts'
import { CommentForm } from './CommentForm.tsx'
import { useDiscussion } from './discussion.ts'
import { draftKey } from './draftKey.ts'

interface CommentFormProps {
  takesFocus: boolean
  onClose: () => void
}

/** The roles in which the viewer can comment here, besides `normal`. */
function useSpeakers() {
  const { post, roles } = useDiscussion()
  const initial = useInitial()
  const mayAnswer = roles.length > 0 && mayModerate(initial, post.communityId, 'content')
  return mayAnswer ? [...roles, 'community' as const] : roles
}

/** Writes a comment on the post. */
export function NewCommentForm(form: CommentFormProps) {
  const { post, viewerId } = useDiscussion()
  const roles = useSpeakers()
  const write = useWriteComment(post)
  const orHeld = useOrHeld()
  return (
    <CommentForm
      {...form}
      label={t('Comment')}
      placeholder={t('Add a comment')}
      submitLabel={t('Comment')}
      place={`reply:${post.publicId}`}
      draft={draftKey(viewerId, post.publicId)}
      roles={roles}
      answers={isOutsideComments}
      onSubmit={(text, speaksAs) => orHeld(write.mutateAsync({ ...text, parentId: null, speaksAs }))}
    />
  )
}

/** The article of the post. */
const isOutsideComments = ({ id }: Element) => !id.startsWith(idOfComment(''))

/** Writes a reply. `name`: display name of the author it answers. */
export function ReplyForm({ comment, name, ...form }: CommentFormProps & { comment: Comment; name: string }) {
  const { post, viewerId } = useDiscussion()
  const roles = useSpeakers()
  const write = useWriteComment(post)
  const orHeld = useOrHeld()
  return (
    <CommentForm
      {...form}
      label={t('Reply to {author}', { author: name })}
      placeholder={t('Add a reply')}
      submitLabel={t('Reply')}
      place={`reply:${post.publicId}:${comment.id}`}
      draft={draftKey(viewerId, post.publicId, comment.id)}
      roles={roles}
      answers={({ id }) => id === idOfComment(comment.id)}
      onSubmit={(text, speaksAs) => orHeld(write.mutateAsync({ ...text, parentId: comment.id, speaksAs }))}
    />
  )
}

/** Edits a comment. `source`: its Markdown. */
export function EditForm({
  comment,
  source,
  ...form
}: CommentFormProps & { comment: Comment; source: string }) {
  const edit = useEditComment(comment)
  const orHeld = useOrHeld()
  return (
    <CommentForm
      {...form}
      label={t('Your comment')}
      submitLabel={t('Save')}
      place={`edit:${comment.postPublicId}:${comment.id}`}
      initial={source}
      images={comment.attachments}
      madeWithAiBy={comment.madeWithAiBy}
      onSubmit={(text) => orHeld(edit.mutateAsync(text))}
    />
  )
}
