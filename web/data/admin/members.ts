import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Member } from '../../../contract/entities/member.ts'
import type { MemberAction, MemberRole, MemberSort, MemberState } from '../../../contract/words.ts'
import { apiOf, useApi, useApiMutation } from '../api.ts'
import { pagedQuery } from '../pagedQuery.ts'
import { filteredPage } from './filteredPage.ts'
import { slowVotersQuery, votePatternsKey } from './votePatterns.ts'

/** Filters of accounts that are texts; empty ones do not filter. */
export const memberTexts = ['q', 'since', 'before', 'ip', 'mailDomain', 'writtenMax'] as const

/** The filters of the table of users. `from`: cursor of its first row; null: from the beginning. */
export interface MembersParams extends Readonly<Record<(typeof memberTexts)[number], string>> {
  readonly from: string | null
  readonly state: MemberState | null
  readonly role: MemberRole | null
  readonly sort: MemberSort
}

/** The filters that are given, for the API and for URLs. */
export const memberFilterOf = (params: Omit<MembersParams, 'from' | 'sort'>) => ({
  ...Object.fromEntries(memberTexts.flatMap((name) => (params[name] ? [[name, params[name]]] : []))),
  ...(params.state && { state: params.state }),
  ...(params.role && { role: params.role }),
})

const membersKey = 'members'

/** Accounts for admins. */
export const membersQuery = ({ from, sort, ...filters }: MembersParams) =>
  pagedQuery({
    queryKey: [membersKey, memberFilterOf(filters), sort, from],
    from,
    load: (api, start, options) =>
      filteredPage(
        api
          .call('listMembers', { query: { sort, ...memberFilterOf(filters), ...start } }, options)
          .then(({ members, next }) => ({ rows: members, next })),
      ),
  })

/** Accounts that may belong to the same person. */
export const relatedAccountsQuery = (username: string) =>
  queryOptions({
    queryKey: [membersKey, 'related', username],
    queryFn: ({ client, signal }) =>
      apiOf(client).call('listRelatedAccounts', { params: { username } }, { signal }),
  })

/** Refetches the table after a change of its rows. */
export function useRefreshMembers(): () => Promise<void> {
  const queryClient = useQueryClient()
  return useCallback(() => queryClient.invalidateQueries({ queryKey: [membersKey] }), [queryClient])
}

/** Does the same to several accounts, and refetches what shows them. @returns the result for each. */
export function useChangeMembers() {
  const api = useApi()
  const queryClient = useQueryClient()
  const refresh = useRefreshMembers()
  return useMutation({
    mutationFn: async (body: { action: MemberAction; usernames: string[] }) => {
      const { results } = await api.call('changeMembers', { body })
      await Promise.all([
        refresh(),
        ...body.usernames.map((name) =>
          queryClient.invalidateQueries({ queryKey: ['user', name.toLowerCase()] }),
        ),
        queryClient.invalidateQueries(slowVotersQuery),
        // They take a while to find: only when they are looked at again.
        queryClient.invalidateQueries({ queryKey: [votePatternsKey], refetchType: 'none' }),
      ])
      return results
    },
  })
}

/** Makes a user an admin, or dismisses them. */
export function useSetAdmin() {
  const refresh = useRefreshMembers()
  return useApiMutation(async (api, { username, isAdmin }: Pick<Member, 'username' | 'isAdmin'>) => {
    await api.call('setAdmin', { params: { username }, body: { isAdmin } })
    await refresh()
  })
}
