import {
  type InfiniteData,
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { InputOf } from '../../../contract/endpoints/index.ts'
import type { Comment } from '../../../contract/entities/comment.ts'
import type { Post } from '../../../contract/entities/post.ts'
import type { QueuePage, Report } from '../../../contract/entities/report.ts'
import { apiOf, useApi } from '../api.ts'
import { useUpdateCachedComment } from '../comments/thread.ts'
import { type Content, contentOf } from '../posts/contents.ts'
import { removeFromFeeds, updateCachedPost } from '../posts/post.ts'
import type { Role } from '../users/roles.ts'
import { moderationKey } from './invalidateModeration.ts'

const key = moderationKey
/** Reports, removed and locked posts on a page of a list. */
export const moderationItemsPerPage = 10

export const reportFilters = ['all', 'posts', 'comments'] as const
export type ReportFilter = (typeof reportFilters)[number]

/** A numbered page of a list, from 1. */
interface Numbered {
  readonly communityId: string
  readonly page: number
}

/** What was reported in a community, newest first. */
export const reportsQuery = ({ communityId, filter, page }: Numbered & { filter: ReportFilter }) =>
  queryOptions({
    queryKey: [key, 'reports', communityId, filter, page],
    queryFn: ({ client, signal }) =>
      apiOf(client).call(
        'listReports',
        { params: { communityId }, query: { filter, page, limit: moderationItemsPerPage, render: 'page' } },
        { signal },
      ),
  })

/** The deleted or locked posts of a community, newest first. */
export const moderatedPostsQuery = ({
  communityId,
  filter,
  page,
}: Numbered & { filter: 'deleted' | 'locked' }) =>
  queryOptions({
    queryKey: [key, 'posts', communityId, filter, page],
    queryFn: ({ client, signal }) =>
      apiOf(client).call(
        'listModeratedPosts',
        { query: { communityId, filter, page, limit: moderationItemsPerPage, render: 'page' } },
        { signal },
      ),
  })

/** Who is banned from a community now, the latest first; only those whose names begin with `q`. */
export const bannedQuery = ({ communityId, q }: { communityId: string; q: string }) =>
  queryOptions({
    queryKey: [key, 'banned', communityId, q],
    queryFn: ({ client, signal }) =>
      apiOf(client).call(
        'listBanned',
        { params: { communityId }, query: { ...(q !== '' && { q }) } },
        { signal },
      ),
  })

/** Which part of the queue over several communities, and from where on. */
export interface QueueParams {
  readonly scope: 'moderating' | 'all'
  readonly filter: ReportFilter
  /** Cursor of the first page shown, for readers without JavaScript; null: from the beginning. */
  readonly from: string | null
}

/** What was reported in all communities that the viewer moderates, each post or comment once. */
export const queueQuery = ({ scope, filter, from }: QueueParams) =>
  infiniteQueryOptions({
    queryKey: [key, 'queue', { scope, filter, from }],
    queryFn: ({ client, signal, pageParam }) =>
      apiOf(client).call(
        'listQueue',
        {
          query: {
            scope,
            filter,
            limit: moderationItemsPerPage,
            render: 'page',
            ...(pageParam !== null && { next: pageParam }),
          },
        },
        { signal },
      ),
    initialPageParam: from,
    getNextPageParam: (page) => page.next,
  })

/** The reported post or comment; null when it is gone. */
export const targetOf = ({ type, target }: Pick<Report, 'type' | 'target'>): Content | null =>
  target && contentOf({ type, item: target })

/** Invalidates all lists for moderators, and refetches those on the screen. */
function useRefresh() {
  const queryClient = useQueryClient()
  return (): void => {
    queryClient.invalidateQueries({ queryKey: [key] })
  }
}

/** Closes one report; the others about the same thing stay. */
export function useIgnoreReport({ communityId }: { communityId: string }) {
  const api = useApi()
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (report: Pick<Report, 'id'>) =>
      api.call('ignoreReport', {
        params: { communityId, reportId: String(report.id) },
        query: { render: 'page' },
      }),
    onSuccess: refresh,
  })
}

interface TargetName {
  readonly type: 'post' | 'comment'
  readonly targetId: string
}

/** Closes all reports about one post or comment. */
export function useIgnoreReports() {
  const api = useApi()
  const leaveQueue = useLeaveQueue()
  return useMutation({
    mutationFn: ({ type, targetId }: TargetName) => api.call('ignoreReports', { body: { type, targetId } }),
    onSuccess: (_closed, target) => leaveQueue(target),
  })
}

/** Removes a settled entry from the queue at once, then refetches the queue. */
function useLeaveQueue() {
  const queryClient = useQueryClient()
  const refresh = useRefresh()
  return ({ type, targetId }: TargetName): void => {
    queryClient.setQueriesData<InfiniteData<QueuePage>>(
      { queryKey: [key, 'queue'] },
      (queue) =>
        queue && {
          ...queue,
          pages: queue.pages.map((page) => ({
            ...page,
            items: page.items.filter((item) => item.type !== type || item.targetId !== targetId),
          })),
        },
    )
    refresh()
  }
}

/** What a moderator or admin does about a post or comment. */
export interface Decision {
  readonly action: 'remove' | 'lock' | 'unlock'
  readonly as: Role
  /** For everybody to read in the moderation log; empty for none. */
  readonly reason: string
  /** Of removals alone: a rule of the community, what the author alone reads, and whether a post loses its content. */
  readonly ruleId?: number | null
  readonly note?: string
  readonly withContent?: boolean
}

/** Removes, locks or unlocks a post or a comment, which closes the reports about it. */
export function useDecide(content: Content) {
  const decideOnPost = useDecideOnPost()
  const decideOnComment = useDecideOnComment()
  const leaveQueue = useLeaveQueue()
  const refresh = useRefresh()
  const { type, item } = content
  return useMutation({
    mutationFn: (decision: Decision) =>
      type === 'post' ? decideOnPost(item, decision) : decideOnComment(item, decision),
    onSuccess: () => leaveQueue({ type, targetId: item.id }),
    // Another moderator may have been quicker.
    onError: refresh,
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

/** Bans a member from a community. */
export function useBanFromCommunity({ communityId }: { communityId: string }) {
  const api = useApi()
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (body: InputOf<'banFromCommunity'>['body']) =>
      api.call('banFromCommunity', { params: { communityId }, body }),
    onSuccess: refresh,
  })
}

/** Lifts a ban. */
export function useUnbanFromCommunity({ communityId }: { communityId: string }) {
  const api = useApi()
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (username: string) =>
      api.call('unbanFromCommunity', { params: { communityId }, body: { username } }),
    onSuccess: refresh,
  })
}
