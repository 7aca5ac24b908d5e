import type { SharedRead, SharedReads } from '../../platform/cache/sharedReads.ts'
import { isDatabaseDown, isRefusedByReplica } from '../../platform/database/connection.ts'
import type { Replica } from '../../platform/database/replicas.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { Viewer } from '../sessions/viewer.ts'
import type { Route, Services } from './route.ts'

/** For so long after a sign-up, a replica may not have the account yet: no write of it is noted before the first one in its session. */
const newAccountMs = 120_000

/** What a reading needs to know of where it reads. */
type ReadFrom = Pick<Services, 'db' | 'reads'>

/**
 * Reads from a replica what may be a moment old, and everything else from the primary. Whoever reads sees what they wrote before, and
 * nothing that was removed for everybody before their session was read.
 *
 * While the primary is away, members who only read get everything from a replica.
 *
 * A replica that fails costs nothing but time: the next one is asked, and at last the primary. So is the primary for what a replica
 * does not have: it may be new.
 *
 * @param read only reads, so that it may be repeated.
 */
export async function readMayBeOld<Result>(
  services: Services,
  { mayBeOld, viewer }: Pick<Route, 'mayBeOld'> & { viewer: Viewer | null },
  read: (from: ReadFrom) => Promise<Result>,
): Promise<Result> {
  const { replicas } = services
  const position = viewer?.writtenUpTo ?? 0
  if (!isOldEnough(mayBeOld, viewer)) return read(services)
  for (let asked = 0; asked < replicas.count; asked++) {
    const replica = replicas.pick(position)
    if (!replica) break
    try {
      return await read({ db: replica.db, reads: readsOf(services.reads, replica, position) })
    } catch (error) {
      if (isNotFound(error)) return readMissing(services, error, read)
      // What writes, too, cannot be done now, and the replica is well.
      if (!isDatabaseDown(error) || isRefusedByReplica(error)) throw error
      replica.leaveOut()
    }
  }
  return read(services)
}

const isOldEnough = (mayBeOld: Route['mayBeOld'], viewer: Viewer | null): boolean => {
  if (!viewer) return mayBeOld !== undefined
  if (viewer.readsOnly) return true
  return mayBeOld === 'forAll' && Date.now() - viewer.createdAt.getTime() > newAccountMs
}

const isNotFound = (error: unknown): boolean => error instanceof Refused && error.error.status === 404

/** While the primary is away, the answer of the replica stays. */
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
 * What is kept of readings from replicas, by what the replica had replayed instead of by the time: its clock says nothing about how old
 * its data is.
 *
 * @param position what the viewer must be shown.
 */
const readsOf = (reads: SharedReads, { replayed }: Replica, position: number): SharedReads => ({
  ...reads,
  get: <T extends SharedRead>(
    key: string,
    { freshFrom, read }: { freshFrom: number; read: () => Promise<T> },
  ): Promise<T> =>
    reads.get(`replica ${key}`, {
      freshFrom: freshFrom === Number.POSITIVE_INFINITY ? freshFrom : position - 1,
      read: async () => ({ ...(await read()), readAt: replayed }),
    }),
})
