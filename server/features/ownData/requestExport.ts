import { sql } from 'kysely'
import type { OutputOf } from '../../../contract/endpoints/index.ts'
import { errors } from '../../../contract/errors.ts'
import type { Db } from '../../platform/database/connection.ts'
import { randomText } from '../../platform/http/randomText.ts'
import { Refused } from '../../platform/http/refused.ts'
import { findExport } from './findExport.ts'
import { exportView } from './serialize.ts'

/** The task that runs `makeExports`. */
export const makeExportsTask = 'make_exports'
/** The task that runs `deleteOldExports`. */
export const deleteExportsTask = 'delete_exports'

/** About 130 random bits. */
const secretLength = 22

/**
 * Requests an archive of a member's data, which replaces a finished one. Does nothing while one is pending.
 *
 * @throws Refused with `not_logged_in` for an account that was deleted meanwhile.
 */
export async function requestExport(
  db: Db,
  member: { readonly id: string },
): Promise<OutputOf<'requestExport'>> {
  await sql`
    with replaced_export as (
      update data_exports set deleted_at = now()
      where user_id = ${member.id} and deleted_at is null and state <> 'waiting'
      returning id),
    new_export as (
      insert into data_exports (user_id, secret)
      -- The count makes the update above run first; otherwise its row would conflict with the new one.
      select users.id, ${randomText(secretLength)}
      from users cross join (select count(*) from replaced_export) as replaced_count
      where users.id = ${member.id} and users.deleted_at is null
      on conflict (user_id) where deleted_at is null do nothing
      returning id)
    select graphile_worker.add_job(task, job_key := task) from (
      select ${makeExportsTask}::text as task from new_export
      union select ${deleteExportsTask} from replaced_export) as due_task`.execute(db)
  const row = await findExport(db, member)
  if (!row) throw new Refused(errors.notLoggedIn)
  return exportView(row)
}
