import { endpoints } from '../../../contract/endpoints/index.ts'
import type { Order, Orders } from '../../platform/cache/orders.ts'
import { isDatabaseDown, isRefusedByReplica } from '../../platform/database/connection.ts'
import type { Replica } from '../../platform/database/replicas.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { Viewer } from '../sessions/viewer.ts'
import type { Route, Services } from './route.ts'

/** How long after a sign-up a replica may not have the account yet, because its creation is not noted as a write of the member. */
const newAccountMs = 120_000

/** The calls whose answers contain a member's visits of posts. That of one post knows also those that are not stored yet. */
const showVisits: ReadonlySet<string> = new Set(
  Object.entries(endpoints).flatMap(([name, { response }]) =>
    name !== 'getPost' && JSON.stringify(response).includes('"lastVisitAt"') ? [name] : [],
  ),
)

/** Where and how to read. */
type ReadFrom = Pick<Services, 'db' | 'orders'>

/**
 * Reads from a replica if slightly old data is acceptable, and from the primary otherwise. Viewers see their own earlier writes, and
 * nothing that was removed before their session was read; their visits of posts are stored before an answer shows them.
 *
 * While the primary is down, members who only read get everything from a replica.
 *
 * If a replica fails, the next one is tried, and finally the primary. The primary is also tried if a replica does not find
 * something, which may be new.
 *
 * @param read must only read, because it may be repeated.
 */
export async function readFromReplica<Result>(
  services: Services,
  { name, fromReplica, viewer }: Pick<Route, 'name' | 'fromReplica'> & { viewer: Viewer | null },
  read: (from: ReadFrom) => Promise<Result>,
): Promise<Result> {
  const { replicas, visits } = services
  if (viewer && showVisits.has(name)) await visits.storedOf(viewer.id)
  const position = viewer?.writtenUpTo ?? 0
  if (!mayUseReplica(fromReplica, viewer)) return read(services)
  for (let asked = 0; asked < replicas.count; asked++) {
    const replica = replicas.pick(position)
    if (!replica) break
    try {
      return await read({ db: replica.db, orders: ordersOf(services.orders, replica, position) })
    } catch (error) {
      if (isNotFound(error)) return readMissing(services, error, read)
      // It tried to write, which is impossible now; the replica itself works.
      if (!isDatabaseDown(error) || isRefusedByReplica(error)) throw error
      replica.leaveOut()
    }
  }
  return read(services)
}

const mayUseReplica = (fromReplica: Route['fromReplica'], viewer: Viewer | null): boolean => {
  if (!viewer) return fromReplica !== undefined
  if (viewer.readsOnly) return true
  return fromReplica === 'forAll' && Date.now() - viewer.createdAt.getTime() > newAccountMs
}

const isNotFound = (error: unknown): boolean => error instanceof Refused && error.error.status === 404

/** While the primary is down, the answer of the replica counts. */
async function readMissing<Result>(
  services: Services,
  missing: unknown,
  read: (from: ReadFrom) => Promise<Result>,
): Promise<Result> {
  try {
    return await read(services)
  } catch (error) {
    throw isDatabaseDown(error) ? missing : error
  }
}

/**
 * A cache of orders from replicas, by log position instead of time, because a replica's clock does not tell how old its data is.
 *
 * @param position the log position that the viewer must see.
 */
const ordersOf = (orders: Orders, { replayed }: Replica, position: number): Orders => ({
  ...orders,
  get: <T extends Order>(
    key: string,
    { notBefore, read }: { notBefore: number; read: () => Promise<T> },
  ): Promise<T> =>
    orders.get(`replica ${key}`, {
      notBefore: notBefore === Number.POSITIVE_INFINITY ? notBefore : position - 1,
      read: async () => ({ ...(await read()), readAt: replayed }),
    }),
})
