import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { InputOf } from '../../../contract/endpoints/index.ts'
import { type ConversationFilter, conversationFilters } from '../../../contract/words.ts'
import { apiOf, useApi } from '../api.ts'
import { moderationKey } from './invalidateModeration.ts'

/** The scope of conversations: one's own, or those with the moderators of a community. */
export interface ConversationsParams {
  readonly communityId: string | null
  readonly filter: ConversationFilter
  /** Cursor of the first page shown; null: from the beginning. */
  readonly from: string | null
}

/** The view of modmail selected by the query of a URL. */
export const parseModmail = (search: URLSearchParams) => ({
  filter: conversationFilters.find((one) => one === search.get('filter')) ?? ('open' as const),
  from: search.get('next'),
  conversationId: search.get('conversation'),
})

export const conversationsQuery = ({ communityId, filter, from }: ConversationsParams) =>
  infiniteQueryOptions({
    queryKey: [moderationKey, 'modmail', communityId, filter, from],
    queryFn: ({ client, signal, pageParam }) =>
      apiOf(client).call(
        'listConversations',
        {
          query: {
            ...(communityId !== null && { communityId, filter }),
            ...(pageParam !== null && { next: pageParam }),
          },
        },
        { signal },
      ),
    initialPageParam: from,
    getNextPageParam: ({ next }) => next,
  })

/** A conversation with its messages, the latest first. */
export const conversationQuery = (conversationId: string, from: string | null) =>
  infiniteQueryOptions({
    queryKey: [moderationKey, 'modmail', 'conversation', conversationId, from],
    queryFn: ({ client, signal, pageParam }) =>
      apiOf(client).call(
        'getConversation',
        { params: { conversationId }, query: pageParam === null ? {} : { next: pageParam } },
        { signal },
      ),
    initialPageParam: from,
    getNextPageParam: ({ next }) => next,
  })

function useRefresh() {
  const queryClient = useQueryClient()
  return (): void => {
    queryClient.invalidateQueries({ queryKey: [moderationKey] })
  }
}

export function useStartConversation() {
  const api = useApi()
  const onSettled = useRefresh()
  return useMutation({
    mutationFn: (body: InputOf<'startConversation'>['body']) => api.call('startConversation', { body }),
    onSettled,
  })
}

export function useAddMessage(conversationId: string) {
  const api = useApi()
  const onSettled = useRefresh()
  return useMutation({
    mutationFn: (body: InputOf<'addMessage'>['body']) =>
      api.call('addMessage', { params: { conversationId }, body }),
    onSettled,
  })
}

export function useUpdateConversation(conversationId: string) {
  const api = useApi()
  const onSettled = useRefresh()
  return useMutation({
    mutationFn: (body: InputOf<'updateConversation'>['body']) =>
      api.call('updateConversation', { params: { conversationId }, body }),
    onSettled,
  })
}
