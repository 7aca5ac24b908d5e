import { type RawBuilder, sql } from 'kysely'

/** The task that pushes one notification. */
export const pushTask = 'push_notification'

/**
 * The part `pushed` (`user_id`) of a statement that has made or changed notifications, its part `told` (`id`, `user_id`,
 * `type`): has those pushed that are to be, to whom can be reached (API contract 3.8). It is performed only if something
 * reads from it. What changes again before it was pushed is pushed once.
 */
export const pushing: RawBuilder<unknown> = sql.raw(`
    pushed as materialized (
      select user_id, graphile_worker.add_job('${pushTask}', json_build_object('notificationId', id::text),
        job_key := '${pushTask} ' || id, max_attempts := 3)
      from told
      where type not in ('new_votes', 'denied_comm') and exists (
        select from sessions join push_subscriptions on push_subscriptions.session_id_hash = sessions.id_hash
        where sessions.user_id = told.user_id))`)
