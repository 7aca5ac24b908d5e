import { type RawBuilder, sql } from 'kysely'

/**
 * An SQL expression that enqueues a job, in the transaction of the surrounding statement: a rollback removes the job.
 * A queued job with the same `key` is replaced.
 *
 * @param task the name of a task in server/tasks.ts.
 */
export const enqueued = (
  task: string,
  payload: Record<string, unknown>,
  { key }: { key?: string } = {},
): RawBuilder<unknown> =>
  sql`graphile_worker.add_job(${task}, ${JSON.stringify(payload)}::json, job_key := ${key ?? null})`
