import { infiniteQueryOptions } from '@tanstack/react-query'
import type { SecurityEventKind } from '../../../contract/securityEvents.ts'
import { apiOf } from '../api.ts'
import { filteredPage } from './filteredPage.ts'

/** Filters of security events; empty texts do not filter. */
export interface SecurityEventsParams {
  /** A cursor; null: the latest. */
  readonly from: string | null
  readonly kind: SecurityEventKind | ''
  /** A username. */
  readonly of: string
  readonly days: { readonly from: string; readonly to: string }
}

/** What concerns the security of accounts and of the site, the latest first. */
export const securityEventsQuery = (params: SecurityEventsParams) =>
  infiniteQueryOptions({
    queryKey: ['security events', params],
    queryFn: ({ client, signal, pageParam }) => {
      const { kind, of, days } = params
      const query = {
        ...(kind && { kind }),
        ...(of && { of }),
        ...(days.from && { from: days.from }),
        ...(days.to && { to: days.to }),
        ...(pageParam !== null && { next: pageParam }),
      }
      return filteredPage(
        apiOf(client)
          .call('listSecurityEvents', { query }, { signal })
          .then(({ events, next }) => ({ rows: events, next })),
      )
    },
    initialPageParam: params.from,
    getNextPageParam: (page) => page.next,
  })
