import { queryOptions } from '@tanstack/react-query'
import type { InputOf } from '../../../contract/endpoints/index.ts'
import { apiOf } from '../api.ts'
import { refusalOf } from '../failure.ts'
import { pagedQuery } from '../pagedQuery.ts'
import { useApiMutation } from '../useApiMutation.ts'

/** Who invites with this code; null if nobody can join with it. Fetched once, because joining may use it up. */
export const invitationQuery = (code: string) =>
  queryOptions({
    queryKey: ['invitation', code],
    queryFn: ({ client, signal }) =>
      apiOf(client)
        .call('getInvitation', { params: { code } }, { signal })
        .catch((error) => {
          if (refusalOf(error)?.status === 404) return null
          throw error
        }),
    staleTime: 'static',
  })

/** One's own invitations, or for admins, all, the newest first. @param place.from cursor of the first page shown. */
export const invitationsQuery = ({ of, from }: { of: 'me' | 'all'; from: string | null }) =>
  pagedQuery({
    queryKey: ['invitations', of, from],
    from,
    load: async (api, start, options) => {
      const { items, next } = await api.call('listInvitations', { query: { of, ...start } }, options)
      return { rows: items, next }
    },
  })

export const useCreateInvitation = () =>
  useApiMutation((api, body: InputOf<'createInvitation'>['body']) => api.call('createInvitation', { body }), {
    onSuccess: (queryClient) => queryClient.invalidateQueries({ queryKey: ['invitations'] }),
  })

export const useWithdrawInvitation = () =>
  useApiMutation((api, code: string) => api.call('withdrawInvitation', { params: { code } }), {
    onSuccess: (queryClient) => queryClient.invalidateQueries({ queryKey: ['invitations'] }),
  })
