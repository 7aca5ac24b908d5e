import { useMutation } from '@tanstack/react-query'
import type { Comment } from '../../../contract/entities/comment.ts'
import type { UserGroup } from '../../../contract/entities/schema.ts'
import { useApi } from '../api.ts'
import { useUpdateCachedComment } from './cachedComments.ts'

/** The Markdown of a comment, for its author to edit; the page itself has only the HTML. */
export function useCommentSource() {
  const api = useApi()
  return useMutation({
    mutationFn: async (commentId: string) => {
      const { body } = await api.call('getComment', { params: { commentId } })
      return body
    },
  })
}

/** Deletes a comment as its author. */
export function useDeleteComment({ id, postPublicId }: Comment) {
  const api = useApi()
  const putComment = useUpdateCachedComment()
  return useMutation({
    mutationFn: () =>
      api.call('deleteComment', {
        params: { publicId: postPublicId, commentId: id },
        query: { deleteAs: 'normal', render: 'page' },
        body: {},
      }),
    onSuccess: putComment,
  })
}

interface LockRequest {
  action: 'lock' | 'unlock'
  lockAs: 'mods' | 'admins'
  reason?: string
}

/** Locks a comment and everything below it, or unlocks it. */
export function useLockComment({ id, postPublicId }: Comment) {
  const api = useApi()
  const putComment = useUpdateCachedComment()
  return useMutation({
    mutationFn: ({ action, lockAs, reason }: LockRequest) =>
      api.call('updateComment', {
        params: { publicId: postPublicId, commentId: id },
        query: { action, lockAs, ...(reason && { reason }), render: 'page' },
        body: {},
      }),
    onSuccess: putComment,
  })
}

/** Moderators and admins mark a comment *Made with AI*, or take the mark off. */
export function useMarkAsAi({ id, postPublicId }: Comment) {
  const api = useApi()
  const putComment = useUpdateCachedComment()
  return useMutation({
    mutationFn: (marks: boolean) =>
      api.call('updateComment', {
        params: { publicId: postPublicId, commentId: id },
        query: { action: marks ? 'markAsAi' : 'unmarkAsAi', render: 'page' },
        body: {},
      }),
    onSuccess: putComment,
  })
}

/** Changes in which role the author of a comment speaks. */
export function useSpeakAs({ id, postPublicId }: Comment) {
  const api = useApi()
  const putComment = useUpdateCachedComment()
  return useMutation({
    mutationFn: (userGroup: UserGroup) =>
      api.call('updateComment', {
        params: { publicId: postPublicId, commentId: id },
        query: { action: 'changeAsUser', userGroup, render: 'page' },
        body: {},
      }),
    onSuccess: putComment,
  })
}

/** HTML of a source, as the server would render it. */
export function usePreview(): (source: string) => Promise<string> {
  const api = useApi()
  return async (source) => (await api.call('previewMarkdown', { body: { body: source } })).html
}
