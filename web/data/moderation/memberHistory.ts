import type { QueryClient } from '@tanstack/react-query'
import { pagedQuery } from '../pagedQuery.ts'
import { useApiMutation } from '../useApiMutation.ts'
import { moderationKey } from './invalidateModeration.ts'

/** A member and a community. */
export interface MemberInCommunity {
  readonly communityId: string
  readonly username: string
}

/** The history of a member in a community, with notes of its moderators. */
export const memberHistoryQuery = ({ communityId, username }: MemberInCommunity) =>
  pagedQuery({
    queryKey: [moderationKey, 'history', communityId, username],
    load: (api, start, options) =>
      api.call('getMemberHistory', { params: { communityId, username }, query: start }, options),
  })

/** Adds notes about a member and deletes them. */
export function useMemberNotes({ communityId, username }: MemberInCommunity) {
  const refetched = {
    onSettled: (queryClient: QueryClient) =>
      queryClient.invalidateQueries({ queryKey: memberHistoryQuery({ communityId, username }).queryKey }),
  }
  return {
    add: useApiMutation(
      (api, text: string) => api.call('addMemberNote', { params: { communityId, username }, body: { text } }),
      refetched,
    ),
    remove: useApiMutation(
      (api, id: number) => api.call('deleteMemberNote', { params: { communityId, noteId: String(id) } }),
      refetched,
    ),
  }
}
