import { sql } from 'kysely'
import type { Community } from '../../../contract/entities/community.ts'
import type { PictureKind } from '../../core/communities/columns.ts'
import { getListedCommunity } from '../../core/communities/queries.ts'
import type { ImageServices } from '../../core/images/store.ts'
import { storeUpload } from '../../core/images/upload.ts'
import { recordAction } from '../../core/moderationLog/record.ts'
import { enforceModeration, lockModerated } from '../../core/permissions/moderation.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import { parseId } from '../../platform/http/ids.ts'

/**
 * Makes the picture that a moderator or admin sent the icon or banner of a community, in place of the one before; that
 * stays if the new one cannot be read.
 *
 * @param sent.path the file; null when there came none.
 * @throws Refused with `invalid_id`, `community/not-found`, `not_admin_nor_mod` or `unsupported_image`, or with 429 when
 *   the server has more pictures to read than it should.
 */
export async function setCommunityPicture(
  services: ImageServices,
  member: Viewer,
  sent: { communityId: string; kind: PictureKind; path: string | null },
): Promise<Community> {
  const { db } = services
  const communityId = parseId(sent.communityId)
  await enforceModeration(db, member, communityId)
  const { id } = await storeUpload(services, { path: sent.path, use: sent.kind, uploaderId: member.id })
  return replacePicture(db, member, { communityId, kind: sent.kind, imageId: id })
}

/**
 * Takes the icon or banner of a community away, if there is one.
 *
 * @throws Refused with `invalid_id`, `community/not-found` or `not_admin_nor_mod`.
 */
export async function removeCommunityPicture(
  db: Db,
  member: Viewer,
  { communityId, kind }: { communityId: string; kind: PictureKind },
): Promise<Community> {
  return replacePicture(db, member, { communityId: parseId(communityId), kind, imageId: null })
}

/** The files of the picture before go afterwards, in a job that is only there when all of this holds. */
function replacePicture(
  db: Db,
  member: Viewer,
  { communityId, kind, imageId }: { communityId: string; kind: PictureKind; imageId: string | null },
): Promise<Community> {
  return db.transaction().execute(async (trx) => {
    const actedAs = await lockModerated(trx, member, communityId)
    const column = sql.ref(`${kind}_id`)
    const { rows } = await sql<{ hadOne: boolean }>`
      with before as (select ${column} as image_id from communities where id = ${communityId}),
      taken as (
        update images set is_used = true
        where id = ${imageId}::bigint and use = ${kind} and not is_used and deleted_at is null),
      given as (update communities set ${column} = ${imageId}::bigint where id = ${communityId}),
      deleted as (
        update images set is_used = false, deleted_at = now()
        where id = (select image_id from before) returning id),
      job as (select graphile_worker.add_job('delete_images') where exists (select from deleted))
      select image_id is not null as "hadOne", (select count(*) from job) from before`.execute(trx)
    if (imageId !== null || rows[0]?.hadOne)
      await recordAction(trx, {
        action: imageId === null ? `remove_${kind}` : `set_${kind}`,
        actor: member,
        actedAs,
        communityId,
      })
    return getListedCommunity(trx, member, communityId)
  })
}
