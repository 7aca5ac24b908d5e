import { sql } from 'kysely'
import type { SettingValues } from '../../../contract/siteSettings.ts'
import type { Db } from '../../platform/database/connection.ts'

/** The task that looks for waves of bots. Nothing runs on a site where nobody signs up or writes. */
export const watchWavesTask = 'watch_waves'

/** From the first sign-up or post on; those that follow until then need no look of their own. */
const delayMs = 10_000

const waiting = new WeakSet<Db>()

/** Notes that someone signed up or wrote: soon a job looks whether that is more than usual. Costs nothing otherwise. */
export function noteActivity(db: Db, { rateLimits }: Pick<SettingValues, 'rateLimits'>): void {
  if (!rateLimits || waiting.has(db)) return
  waiting.add(db)
  setTimeout(() => {
    waiting.delete(db)
    // The next sign-up or post tries again.
    enqueueWatch(db).catch(() => {})
  }, delayMs).unref()
}

export const enqueueWatch = (db: Db) =>
  sql`select graphile_worker.add_job(${watchWavesTask}, job_key := ${watchWavesTask})`.execute(db)
