import { infiniteQueryOptions } from '@tanstack/react-query'
import type { AnalyticsEvent } from '../../../contract/entities/statistics.ts'
import { type StatisticsName, statisticsNames } from '../../../contract/words.ts'
import { apiOf } from '../api.ts'

/** What was counted in one hour. */
export interface HourlyNumbers {
  readonly id: number
  /** RFC 3339. */
  readonly at: string
  readonly numbers: Readonly<Record<StatisticsName, number>>
}

/**
 * What was counted hour by hour, the newest first.
 *
 * @param place.from cursor of the first page shown; null: from the beginning.
 */
export const statisticsQuery = ({ from }: { from: string | null }) =>
  infiniteQueryOptions({
    queryKey: ['statistics', from],
    queryFn: async ({ client, signal, pageParam }) => {
      const query = pageParam === null ? {} : { next: pageParam }
      const { events, next } = await apiOf(client).call('listStatistics', { query }, { signal })
      return { rows: events.map(hourOf), next: next || null }
    },
    initialPageParam: from,
    getNextPageParam: ({ next }) => next,
  })

function hourOf({ id, createdAt, payload }: AnalyticsEvent): HourlyNumbers {
  const given = JSON.parse(payload) as Record<string, unknown>
  const numbers = statisticsNames.map((name) => [name, Number(given[name]) || 0])
  return { id, at: createdAt, numbers: Object.fromEntries(numbers) }
}
