import type { SecurityEventKind } from '../../../contract/securityEvents.ts'
import { pagedQuery } from '../pagedQuery.ts'
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
  pagedQuery({
    queryKey: ['security events', params],
    from: params.from,
    load: (api, start, options) => {
      const { kind, of, days } = params
      const query = {
        ...(kind && { kind }),
        ...(of && { of }),
        ...(days.from && { from: days.from }),
        ...(days.to && { to: days.to }),
        ...start,
      }
      return filteredPage(
        api
          .call('listSecurityEvents', { query }, options)
          .then(({ events, next }) => ({ rows: events, next })),
      )
    },
  })
