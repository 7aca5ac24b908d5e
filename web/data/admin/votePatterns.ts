import { queryOptions } from '@tanstack/react-query'
import type { VotePeriod } from '../../../contract/words.ts'
import { apiOf } from '../api.ts'

const whileRunningMs = 1000
const refreshMs = 30_000
/** Finding them costs the server some time. */
const freshMs = 60_000

export const votePatternsKey = 'votePatterns'

/** What is unusual about the votes of a period. */
export const votePatternsQuery = (period: VotePeriod) =>
  queryOptions({
    queryKey: [votePatternsKey, period],
    queryFn: ({ client, signal }) =>
      apiOf(client).call('listVotePatterns', { query: { period } }, { signal }),
    staleTime: freshMs,
  })

/** Accounts that can cast only a few votes an hour. */
export const slowVotersQuery = queryOptions({
  queryKey: ['slowVoters'],
  queryFn: ({ client, signal }) => apiOf(client).call('listSlowVoters', {}, { signal }),
  staleTime: 0,
  refetchInterval: refreshMs,
})

/** Accounts whose votes do not count, polled while a recount runs. */
export const uncountedVotersQuery = queryOptions({
  queryKey: ['uncountedVoters'],
  queryFn: ({ client, signal }) => apiOf(client).call('listUncountedVoters', {}, { signal }),
  staleTime: 0,
  refetchInterval: ({ state }) =>
    state.data?.voters.some(({ done }) => done !== null) ? whileRunningMs : refreshMs,
})
