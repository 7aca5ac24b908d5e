import { type RawBuilder, sql } from 'kysely'

/**
 * An expression that puts a task into the queue as part of the statement it stands in: if that is undone, so
 * is the job. A task that is already waiting with the same `key` is not put there twice.
 *
 * @param task the name of a task in jobs/tasks.ts.
 */
export const enqueued = (
  task: string,
  payload: Record<string, unknown>,
  { key }: { key?: string } = {},
): RawBuilder<unknown> =>
  sql`graphile_worker.add_job(${task}, ${JSON.stringify(payload)}::json, job_key := ${key ?? null})`
