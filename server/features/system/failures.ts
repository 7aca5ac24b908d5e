import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { deletedData } from '../../core/retention/periods.ts'
import type { Db } from '../../platform/database/connection.ts'
import type { Failure } from '../../platform/http/failures.ts'

const flushMs = 1000
/** Maximum per process between two flushes; further ones are only logged. */
const waitingMax = 50
const keptMax = 1000
const keptHours = deletedData.serverFailures.kept.hours

/** Stores failed requests in the database, for admins to see: in batches, after the answers, and at most `keptMax`. */
export function keepFailures(app: FastifyInstance, db: Db): void {
  let waiting: Failure[] = []
  let timer: NodeJS.Timeout | undefined
  const flush = async () => {
    clearTimeout(timer)
    timer = undefined
    const batch = waiting
    waiting = []
    if (batch.length === 0) return
    await storeFailures(db, batch).catch((error) => app.log.warn({ err: error }, 'could not store failures'))
  }
  app.failureListener.call = (failure) => {
    if (waiting.length >= waitingMax) return
    waiting.push(failure)
    timer ??= setTimeout(() => void flush(), flushMs).unref()
  }
  app.addHook('onClose', flush)
}

/** Stores failures, and deletes the oldest beyond `keptMax`. */
async function storeFailures(db: Db, failures: readonly Failure[]): Promise<void> {
  await db
    .with('surplus', (q) =>
      q
        .deleteFrom('server_failures')
        .where('id', '<=', sql<string>`(select max(id) from server_failures) - ${sql.lit(keptMax)}`),
    )
    .insertInto('server_failures')
    .values(
      failures.map(({ requestId, failedAt, method, route, status, message }) => ({
        request_id: requestId,
        failed_at: failedAt,
        method,
        route: route.slice(0, 200),
        status,
        message: message.slice(0, 600),
      })),
    )
    .execute()
}

export async function deleteOldFailures(db: Db): Promise<void> {
  await db.deleteFrom('server_failures').where('failed_at', '<=', keptSince).execute()
}

/** Older ones are deleted. */
export const keptSince = sql<Date>`now() - make_interval(hours => ${sql.lit(keptHours)})`
