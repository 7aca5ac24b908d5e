import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { BadgeType } from '../../../contract/words.ts'
import { apiOf, useApi } from '../api.ts'
import { type ContentsPage, contentOf } from '../posts/contents.ts'

/** A member by their name in any case; for admins with private details. */
export const userQuery = (username: string, viewer: { isAdmin: boolean } | null) =>
  queryOptions({
    queryKey: ['user', username.toLowerCase(), { adminsView: viewer?.isAdmin === true }],
    queryFn: ({ client, signal }) =>
      apiOf(client).call(
        'getUser',
        {
          params: { username },
          query: { render: 'page', ...(viewer?.isAdmin && { adminsView: true }) },
        },
        { signal },
      ),
  })

/** Author, filter and beginning of a member's feed. */
export interface UserFeedParams {
  readonly username: string
  readonly filter: 'overview' | 'posts' | 'comments'
  /** Cursor of the first page shown, for readers without JavaScript; null: from the beginning. */
  readonly from: string | null
}

/** A member's posts and comments in pages, newest first. */
export const userFeedQuery = (feedParams: UserFeedParams) =>
  infiniteQueryOptions({
    queryKey: ['contents', 'user', feedParams],
    queryFn: async ({ client, signal, pageParam }): Promise<ContentsPage> => {
      const { items, next } = await apiOf(client).call(
        'getUserFeed',
        {
          params: { username: feedParams.username },
          query: {
            render: 'page',
            ...(feedParams.filter !== 'overview' && { filter: feedParams.filter }),
            ...(pageParam !== null && { next: pageParam }),
          },
        },
        { signal },
      )
      return { items: items.map(contentOf), next }
    },
    initialPageParam: feedParams.from,
    getNextPageParam: (page) => page.next,
  })

/** Gives a member a badge or removes it, and refetches the profile. With `owner`: that of a bot, which they run. */
export function useBadge(username: string, type: BadgeType, onFailure: (error: unknown) => void) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (wants: 'give' | 'remove' | { readonly owner: string }) => {
      if (wants === 'remove')
        await api.call('removeBadge', {
          params: { username, badgeId: type },
          query: { byType: true },
        })
      else
        await api.call('addBadge', {
          params: { username },
          body: { type, ...(wants !== 'give' && wants) },
        })
      await queryClient.invalidateQueries({ queryKey: ['user', username.toLowerCase()] })
    },
    onError: onFailure,
  })
}

/** Confirms that the viewer runs a bot, or denies it, and refetches its profile. */
export function useAnswerBotOwner(username: string, onFailure: (error: unknown) => void) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (isMine: boolean) => {
      await api.call('answerBotOwner', { params: { username }, body: { isMine } })
      await queryClient.invalidateQueries({ queryKey: ['user', username.toLowerCase()] })
    },
    onError: onFailure,
  })
}
