import { sql } from 'kysely'
import type { OutputOf } from '../../contract/endpoints/index.ts'
import { errors } from '../../contract/errors.ts'
import type { Db } from '../database/connection.ts'
import { randomText } from '../http/randomText.ts'
import { Refused } from '../http/refused.ts'
import type { Viewer } from '../http/viewer.ts'
import { findExport } from './read.ts'
import { exportView } from './view.ts'

/** The task that makes the archives that were asked for. */
export const makeExportsTask = 'make_exports'
/** The task that removes those that are not kept any more. */
export const deleteExportsTask = 'delete_exports'

/** Some 130 random bits. */
const secretLength = 22

/**
 * Has an archive made of everything that is a member's own, in place of the one they had. One that is not finished yet
 * goes on.
 */
export async function requestExport(db: Db, member: Viewer): Promise<OutputOf<'requestExport'>> {
  await sql`
    with superseded as (
      update data_exports set deleted_at = now()
      where user_id = ${member.id} and deleted_at is null and state <> 'waiting'
      returning id),
    requested as (
      insert into data_exports (user_id, secret)
      -- counted, because what was there must be gone by then
      select users.id, ${randomText(secretLength)} from users cross join (select count(*) from superseded) as before
      where users.id = ${member.id} and users.deleted_at is null
      on conflict (user_id) where deleted_at is null do nothing
      returning id)
    select graphile_worker.add_job(task, job_key := task) from (
      select ${makeExportsTask}::text as task from requested
      union select ${deleteExportsTask} from superseded) as tasks`.execute(db)
  const row = await findExport(db, member)
  if (!row) throw new Refused(errors.notLoggedIn)
  return exportView(row)
}
