import type { TrafficPeriod } from '../../../contract/entities/traffic.ts'
import { limits } from '../../../contract/limits.ts'
import { type Route, route } from '../../core/api/route.ts'
import type { Db } from '../../platform/database/connection.ts'
import { queryRows } from '../../platform/database/statement.ts'
import type { IpBlocks } from '../../platform/http/ipBlocks.ts'
import { trafficSince } from './trafficSince.sql.ts'

export const trafficRoutes: readonly Route[] = [
  route('listTraffic', async ({ db, ipBlocks }) => ({
    hour: await listPeriod(db, ipBlocks, 1),
    day: await listPeriod(db, ipBlocks, 24),
  })),
]

async function listPeriod(db: Db, ipBlocks: IpBlocks, hours: number): Promise<TrafficPeriod> {
  const rows = await queryRows(db, trafficSince, { hours, rowsMax: limits.trafficRows })
  const ofKind = (of: string) =>
    rows
      .filter(({ kind }) => kind === of)
      .map(({ kind, ...count }) => ({
        ...count,
        // By its first address.
        blocked: kind === 'network' && ipBlocks.isBlocked(count.name.split('/')[0] ?? ''),
      }))
  return { networks: ofKind('network'), agents: ofKind('agent') }
}
