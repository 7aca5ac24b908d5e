import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import type { Db } from '../../platform/database/connection.ts'

export const purgeTask = 'purge_shared_cache'
const answerMs = 5000

/** Enqueues a purge of the shared cache, if one is configured. Concurrent purges become one job. */
export async function enqueuePurge(db: Db, { purgeUrl }: Pick<Config, 'purgeUrl'>): Promise<void> {
  if (purgeUrl) await sql`select graphile_worker.add_job(${purgeTask}, job_key := ${purgeTask})`.execute(db)
}

/** @throws if the cache does not confirm the purge; the job is retried. */
export async function purgeSharedCache({ purgeUrl }: Pick<Config, 'purgeUrl'>): Promise<void> {
  if (!purgeUrl) return
  const { ok, status } = await fetch(purgeUrl, { method: 'PURGE', signal: AbortSignal.timeout(answerMs) })
  if (!ok) throw new Error(`PURGE_URL answered ${status}.`)
}
