import { queryOptions } from '@tanstack/react-query'
import type { StatisticsPeriod } from '../../../contract/words.ts'
import { apiOf } from '../api.ts'

/** The statistics of a period, in steps that suit a chart. */
export const statisticsQuery = (period: StatisticsPeriod) =>
  queryOptions({
    queryKey: ['statistics', period],
    queryFn: ({ client, signal }) =>
      apiOf(client).call('getStatisticsSeries', { query: { period } }, { signal }),
  })
