import type { InputOf } from '../../../contract/endpoints/index.ts'
import { type ConversationFilter, conversationFilters } from '../../../contract/words.ts'
import { pagedQuery } from '../pagedQuery.ts'
import { useApiMutation } from '../useApiMutation.ts'
import { moderationKey, refreshModeration } from './invalidateModeration.ts'

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
  pagedQuery({
    queryKey: [moderationKey, 'modmail', communityId, filter, from],
    from,
    load: (api, start, options) =>
      api.call(
        'listConversations',
        { query: { ...(communityId !== null && { communityId, filter }), ...start } },
        options,
      ),
  })

/** A conversation with its messages, the latest first. */
export const conversationQuery = (conversationId: string, from: string | null) =>
  pagedQuery({
    queryKey: [moderationKey, 'modmail', 'conversation', conversationId, from],
    from,
    load: (api, start, options) =>
      api.call('getConversation', { params: { conversationId }, query: start }, options),
  })

export const useStartConversation = () =>
  useApiMutation(
    (api, body: InputOf<'startConversation'>['body']) => api.call('startConversation', { body }),
    { onSettled: refreshModeration },
  )

export const useAddMessage = (conversationId: string) =>
  useApiMutation(
    (api, body: InputOf<'addMessage'>['body']) =>
      api.call('addMessage', { params: { conversationId }, body }),
    { onSettled: refreshModeration },
  )

export const useUpdateConversation = (conversationId: string) =>
  useApiMutation(
    (api, body: InputOf<'updateConversation'>['body']) =>
      api.call('updateConversation', { params: { conversationId }, body }),
    { onSettled: refreshModeration },
  )
