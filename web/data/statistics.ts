import { infiniteQueryOptions } from '@tanstack/react-query'
import {
  type AnalyticsEvent,
  type StatisticsName,
  statisticsNames,
} from '../../contract/entities/statistics.ts'
import { apiOf } from './api.ts'

/** What was counted in one hour. */
export interface HourlyNumbers {
  readonly id: number
  /** RFC 3339. */
  readonly at: string
  readonly numbers: Readonly<Record<StatisticsName, number>>
}

/** What was counted hour by hour, the newest first. */
export const statisticsQuery = infiniteQueryOptions({
  queryKey: ['statistics'],
  queryFn: async ({ client, signal, pageParam }) => {
    const query = pageParam === null ? {} : { next: pageParam }
    const { events, next } = await apiOf(client).call('listStatistics', { query }, { signal })
    return { hours: events.map(hourOf), next }
  },
  initialPageParam: null as string | null,
  getNextPageParam: ({ next }) => next || null,
})

function hourOf({ id, createdAt, payload }: AnalyticsEvent): HourlyNumbers {
  const given = JSON.parse(payload) as Record<string, unknown>
  const numbers = statisticsNames.map((name) => [name, Number(given[name]) || 0])
  return { id, at: createdAt, numbers: Object.fromEntries(numbers) }
}
