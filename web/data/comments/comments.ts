import type { InputOf } from '../../../contract/endpoints/index.ts'
import type { Comment } from '../../../contract/entities/comment.ts'
import { useApi } from '../api.ts'
import { useApiMutation } from '../useApiMutation.ts'
import { updateCachedComment } from './cachedComments.ts'

/** The Markdown of a comment, for its author to edit; the page itself has only the HTML. */
export const useCommentSource = () =>
  useApiMutation(async (api, commentId: string) => {
    const { body } = await api.call('getComment', { params: { commentId } })
    return body
  })

/** Deletes a comment as its author. */
export const useDeleteComment = ({ id, postPublicId }: Comment) =>
  useApiMutation(
    (api) =>
      api.call('deleteComment', {
        params: { publicId: postPublicId, commentId: id },
        query: { deleteAs: 'normal', render: 'page' },
        body: {},
      }),
    { onSuccess: updateCachedComment },
  )

type CommentChange = NonNullable<InputOf<'updateComment'>['query']>

/** What someone does with a comment beside changing its text. */
export const useChangeComment = ({ id, postPublicId }: Comment) =>
  useApiMutation(
    (api, change: CommentChange & { action: NonNullable<CommentChange['action']> }) =>
      api.call('updateComment', {
        params: { publicId: postPublicId, commentId: id },
        query: { ...change, render: 'page' },
        body: {},
      }),
    { onSuccess: updateCachedComment },
  )

/** HTML of a source, as the server would render it. */
export function usePreview(): (source: string) => Promise<string> {
  const api = useApi()
  return async (source) => (await api.call('previewMarkdown', { body: { body: source } })).html
}
