import type { Config } from '../../config.ts'
import type { Db } from '../../platform/database/connection.ts'
import { enqueued } from '../../platform/jobs/enqueue.ts'

export const purgeTask = 'purge_shared_cache'
const answerMs = 5000

/** Lets a job tell the shared cache to forget what it has, where there is one that can. Several at once become one. */
export async function enqueuePurge(db: Db, { purgeUrl }: Pick<Config, 'purgeUrl'>): Promise<void> {
  if (purgeUrl) await db.selectNoFrom(enqueued(purgeTask, {}, { key: purgeTask }).as('job')).execute()
}

/** @throws where the cache does not say that it has done so; the job is tried again. */
export async function purgeSharedCache({ purgeUrl }: Pick<Config, 'purgeUrl'>): Promise<void> {
  if (!purgeUrl) return
  const { ok, status } = await fetch(purgeUrl, { method: 'PURGE', signal: AbortSignal.timeout(answerMs) })
  if (!ok) throw new Error(`PURGE_URL answered ${status}.`)
}
