import type { Config } from '../../config.ts'
import type { Db } from '../../platform/database/connection.ts'
import { enqueued } from '../../platform/jobs/enqueue.ts'

export const purgeTask = 'purge_shared_cache'
const answerMs = 5000

/** Enqueues a purge of the shared cache, if one is configured. Concurrent purges become one job. */
export async function enqueuePurge(db: Db, { purgeUrl }: Pick<Config, 'purgeUrl'>): Promise<void> {
  if (purgeUrl) await db.selectNoFrom(enqueued(purgeTask, {}, { key: purgeTask }).as('job')).execute()
}

/** @throws if the cache does not confirm the purge; the job is retried. */
export async function purgeSharedCache({ purgeUrl }: Pick<Config, 'purgeUrl'>): Promise<void> {
  if (!purgeUrl) return
  const { ok, status } = await fetch(purgeUrl, { method: 'PURGE', signal: AbortSignal.timeout(answerMs) })
  if (!ok) throw new Error(`PURGE_URL answered ${status}.`)
}
