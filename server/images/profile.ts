import { sql } from 'kysely'
import { errors } from '../../contract/errors.ts'
import type { Db } from '../database/connection.ts'
import { Refused } from '../http/refused.ts'

/**
 * Gives a member another picture, or none. The files of the one before go afterwards, in a job that is only there
 * when all of this holds; a member who is locked first keeps two changes at once from losing a picture between them.
 *
 * @param imageId a stored picture that nothing uses yet; null for none.
 * @throws Refused with `user_not_found` for an account that was deleted meanwhile.
 */
export function replacePicture(db: Db, memberId: string, imageId: string | null): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const { before } = await trx
      .selectFrom('users')
      .where('id', '=', memberId)
      .where('deleted_at', 'is', null)
      .select('picture_id as before')
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow(() => new Refused(errors.userNotFound))
    await sql`
      with taken as (
        update images set is_used = true
        where id = ${imageId}::bigint and use = 'profile' and not is_used and deleted_at is null),
      given as (update users set picture_id = ${imageId}::bigint where id = ${memberId}),
      deleted as (
        update images set is_used = false, deleted_at = now() where id = ${before}::bigint returning id)
      select graphile_worker.add_job('delete_images') where exists (select from deleted)`.execute(trx)
  })
}
