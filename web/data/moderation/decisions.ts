import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { InputOf } from '../../../contract/endpoints/index.ts'
import type { Comment } from '../../../contract/entities/comment.ts'
import type { Post } from '../../../contract/entities/post.ts'
import { apiOf, useApi } from '../api.ts'
import { useUpdateCachedComment } from '../comments/cachedComments.ts'
import { removeFromFeeds, updateCachedPost } from '../posts/cachedPosts.ts'
import type { Content } from '../posts/contents.ts'
import type { Role } from '../users/roles.ts'
import { moderationKey, useRefreshModeration } from './invalidateModeration.ts'

/** Reports, removed and locked posts on a page of a list. */
export const moderationItemsPerPage = 10

/** A numbered page of a list, from 1. */
interface Numbered {
  readonly communityId: string
  readonly page: number
}

/** The deleted or locked posts of a community, newest first. */
export const moderatedPostsQuery = ({
  communityId,
  filter,
  page,
}: Numbered & { filter: 'deleted' | 'locked' }) =>
  queryOptions({
    queryKey: [moderationKey, 'posts', communityId, filter, page],
    queryFn: ({ client, signal }) =>
      apiOf(client).call(
        'listModeratedPosts',
        { query: { communityId, filter, page, limit: moderationItemsPerPage, render: 'page' } },
        { signal },
      ),
  })

/** The banned members of a community, the latest ban first; only names that begin with `q`. */
export const bannedQuery = ({ communityId, q }: { communityId: string; q: string }) =>
  queryOptions({
    queryKey: [moderationKey, 'banned', communityId, q],
    queryFn: ({ client, signal }) =>
      apiOf(client).call(
        'listBanned',
        { params: { communityId }, query: { ...(q !== '' && { q }) } },
        { signal },
      ),
  })

/** An action of a moderator or admin on a post or comment. */
export interface Decision {
  readonly action: 'remove' | 'lock' | 'unlock'
  readonly as: Role
  /** For everyone to read in the moderation log; empty for none. */
  readonly reason: string
  /** For removals only: a rule of the community, a note for the author, and whether the content of a post is deleted. */
  readonly ruleId?: number | null
  readonly note?: string
  readonly withContent?: boolean
}

/** Removes, locks or unlocks a post or a comment, which closes the reports about it. */
export function useDecide(content: Content) {
  const decideOnPost = useDecideOnPost()
  const decideOnComment = useDecideOnComment()
  const refresh = useRefreshModeration()
  const { type, item } = content
  return useMutation({
    mutationFn: (decision: Decision) =>
      type === 'post' ? decideOnPost(item, decision) : decideOnComment(item, decision),
    // Also after a failure: another moderator may have acted.
    onSettled: refresh,
  })
}

const given = (reason: string) => (reason === '' ? {} : { reason })
const removalBody = ({ ruleId, note }: Decision) => ({ ...(ruleId && { ruleId }), ...(note && { note }) })

function useDecideOnPost() {
  const api = useApi()
  const queryClient = useQueryClient()
  return async ({ publicId }: Post, decision: Decision) => {
    const { action, as, reason, withContent } = decision
    const params = { publicId }
    const fresh =
      action === 'remove'
        ? await api.call('deletePost', {
            params,
            query: {
              deleteAs: as,
              ...(withContent && { deleteContent: true }),
              render: 'page',
              ...given(reason),
            },
            body: removalBody(decision),
          })
        : await api.call('updatePost', {
            params,
            query: { action: action, lockAs: as, render: 'page', ...given(reason) },
            body: {},
          })
    updateCachedPost(queryClient, fresh)
    if (action === 'remove') removeFromFeeds(queryClient, publicId)
  }
}

function useDecideOnComment() {
  const api = useApi()
  const putComment = useUpdateCachedComment()
  return async ({ id, postPublicId }: Comment, decision: Decision) => {
    const { action, as, reason } = decision
    const params = { publicId: postPublicId, commentId: id }
    putComment(
      action === 'remove'
        ? await api.call('deleteComment', {
            params,
            query: { deleteAs: as, render: 'page', ...given(reason) },
            body: removalBody(decision),
          })
        : await api.call('updateComment', {
            params,
            query: { action: action, lockAs: as, render: 'page', ...given(reason) },
            body: {},
          }),
    )
  }
}

/** Bans a member from a community, or changes the ban. */
export function useBanFromCommunity({ communityId, isChange }: { communityId: string; isChange: boolean }) {
  const api = useApi()
  const refresh = useRefreshModeration()
  return useMutation({
    mutationFn: (body: InputOf<'banFromCommunity'>['body']) =>
      api.call(isChange ? 'changeCommunityBan' : 'banFromCommunity', { params: { communityId }, body }),
    onSuccess: refresh,
  })
}

/** Lifts a ban. */
export function useUnbanFromCommunity({ communityId }: { communityId: string }) {
  const api = useApi()
  const refresh = useRefreshModeration()
  return useMutation({
    mutationFn: (username: string) =>
      api.call('unbanFromCommunity', { params: { communityId }, body: { username } }),
    onSuccess: refresh,
  })
}
