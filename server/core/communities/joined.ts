import type { Order } from '../../platform/cache/orders.ts'
import { queryRow } from '../../platform/database/statement.ts'
import type { SharedServices } from '../api/route.ts'
import type { Viewer } from '../sessions/viewer.ts'
import { joinedCommunities } from './joinedCommunities.sql.ts'

interface Joined extends Order {
  readonly communities: ReadonlySet<string>
}

const bytesPerId = 50

/** The ids of the communities that a member joined; kept like an order, because a feed and the directory beside it need them. */
export async function getJoinedCommunities(
  { db, orders }: Pick<SharedServices, 'db' | 'orders'>,
  { id, notBefore }: Viewer,
): Promise<ReadonlySet<string>> {
  const read = async (): Promise<Joined> => {
    const row = await queryRow(db, joinedCommunities, { memberId: id })
    const communities = new Set(row?.communities)
    return { communities, readAt: Number(row?.read_at ?? 0), bytes: bytesPerId * communities.size }
  }
  return (await orders.get(`joined ${id}`, { notBefore, read })).communities
}
