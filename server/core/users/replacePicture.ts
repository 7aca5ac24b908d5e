import { sql } from 'kysely'
import { errors } from '../../../contract/errors.ts'
import type { Db } from '../../platform/database/connection.ts'
import { Refused } from '../../platform/http/refused.ts'

/**
 * Replaces or removes a member's picture. A job deletes the files of the old one after the commit.
 *
 * @param imageId a stored picture that nothing uses yet; null for none.
 * @throws Refused with `user_not_found` for an account that was deleted meanwhile.
 */
export function replacePicture(db: Db, memberId: string, imageId: string | null): Promise<void> {
  return db.transaction().execute(async (trx) => {
    // Locked: of two changes at once, the second must see and delete the picture of the first.
    const { previousId } = await trx
      .selectFrom('users')
      .where('id', '=', memberId)
      .where('deleted_at', 'is', null)
      .select('picture_id as previousId')
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow(() => new Refused(errors.userNotFound))
    await sql`
      with used_image as (
        update images set is_used = true
        where id = ${imageId}::bigint and use = 'profile' and not is_used and deleted_at is null),
      updated_user as (update users set picture_id = ${imageId}::bigint where id = ${memberId}),
      deleted_image as (
        update images set is_used = false, deleted_at = now() where id = ${previousId}::bigint returning id)
      select graphile_worker.add_job('delete_images') where exists (select from deleted_image)`.execute(trx)
  })
}
