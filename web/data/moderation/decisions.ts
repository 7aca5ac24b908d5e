import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { ApiClient, InputOf } from '../../../contract/endpoints/index.ts'
import type { Comment } from '../../../contract/entities/comment.ts'
import type { Post } from '../../../contract/entities/post.ts'
import { apiOf } from '../api.ts'
import { updateCachedComment } from '../comments/cachedComments.ts'
import { removeFromFeeds, updateCachedPost } from '../posts/cachedPosts.ts'
import type { Content } from '../posts/contents.ts'
import { useApiMutation } from '../useApiMutation.ts'
import type { Role } from '../users/roles.ts'
import { moderationKey, refreshModeration } from './invalidateModeration.ts'

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
export function useDecide({ type, item }: Content) {
  const queryClient = useQueryClient()
  return useApiMutation(
    async (api, decision: Decision) => {
      if (type === 'comment')
        return updateCachedComment(queryClient, await decideOnComment(api, item, decision))
      updateCachedPost(queryClient, await decideOnPost(api, item, decision))
      if (decision.action === 'remove') removeFromFeeds(queryClient, item.publicId)
    },
    // Also after a failure: another moderator may have acted.
    { onSettled: refreshModeration },
  )
}

const given = (reason: string) => (reason === '' ? {} : { reason })
const removalBody = ({ ruleId, note }: Decision) => ({ ...(ruleId && { ruleId }), ...(note && { note }) })

function decideOnPost(api: ApiClient, { publicId }: Post, decision: Decision): Promise<Post> {
  const { action, as, reason, withContent } = decision
  const params = { publicId }
  if (action !== 'remove')
    return api.call('updatePost', {
      params,
      query: { action, lockAs: as, render: 'page', ...given(reason) },
      body: {},
    })
  return api.call('deletePost', {
    params,
    query: { deleteAs: as, ...(withContent && { deleteContent: true }), render: 'page', ...given(reason) },
    body: removalBody(decision),
  })
}

function decideOnComment(
  api: ApiClient,
  { id, postPublicId }: Comment,
  decision: Decision,
): Promise<Comment> {
  const { action, as, reason } = decision
  const params = { publicId: postPublicId, commentId: id }
  if (action !== 'remove')
    return api.call('updateComment', {
      params,
      query: { action, lockAs: as, render: 'page', ...given(reason) },
      body: {},
    })
  return api.call('deleteComment', {
    params,
    query: { deleteAs: as, render: 'page', ...given(reason) },
    body: removalBody(decision),
  })
}

/** Bans a member from a community, or changes the ban. */
export const useBanFromCommunity = ({ communityId, isChange }: { communityId: string; isChange: boolean }) =>
  useApiMutation(
    (api, body: InputOf<'banFromCommunity'>['body']) =>
      api.call(isChange ? 'changeCommunityBan' : 'banFromCommunity', { params: { communityId }, body }),
    { onSuccess: refreshModeration },
  )

/** Lifts a ban. */
export const useUnbanFromCommunity = ({ communityId }: { communityId: string }) =>
  useApiMutation(
    (api, username: string) =>
      api.call('unbanFromCommunity', { params: { communityId }, body: { username } }),
    { onSuccess: refreshModeration },
  )
