import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Member } from '../../../contract/entities/member.ts'
import type { MemberAction, MemberRole, MemberSort, MemberState } from '../../../contract/words.ts'
import { apiOf } from '../api.ts'
import { pagedQuery } from '../pagedQuery.ts'
import { useApiMutation } from '../useApiMutation.ts'
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
export const refreshMembers = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: [membersKey] })

/** Does the same to several accounts, and refetches what shows them. @returns the result for each. */
export const useChangeMembers = () =>
  useApiMutation(
    async (api, body: { action: MemberAction; usernames: string[] }) =>
      (await api.call('changeMembers', { body })).results,
    {
      onSuccess: (queryClient, _results, { usernames }) =>
        Promise.all([
          refreshMembers(queryClient),
          ...usernames.map((name) =>
            queryClient.invalidateQueries({ queryKey: ['user', name.toLowerCase()] }),
          ),
          queryClient.invalidateQueries(slowVotersQuery),
          // They take a while to find: only when they are looked at again.
          queryClient.invalidateQueries({ queryKey: [votePatternsKey], refetchType: 'none' }),
        ]),
    },
  )

/** Makes a user an admin, or dismisses them. */
export const useSetAdmin = () =>
  useApiMutation(
    (api, { username, isAdmin }: Pick<Member, 'username' | 'isAdmin'>) =>
      api.call('setAdmin', { params: { username }, body: { isAdmin } }),
    { onSuccess: refreshMembers },
  )
