import type { Community } from '../../../contract/entities/community.ts'
import type { PictureKind } from '../../core/communities/columns.ts'
import { getListedCommunity } from '../../core/communities/queries.ts'
import type { ImageServices } from '../../core/images/store.ts'
import { storeUpload } from '../../core/images/upload.ts'
import { recordAction } from '../../core/moderationLog/record.ts'
import { enforceModeration, lockModerated } from '../../core/permissions/moderation.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import { queryRow } from '../../platform/database/statement.ts'
import { parseId } from '../../platform/http/ids.ts'
import { replacePicture } from './replacePicture.sql.ts'

/**
 * Makes an uploaded picture the icon or banner of a community. The old one stays if the new one is invalid.
 *
 * @param sent.path the temporary file; null when the request had none.
 * @throws Refused with `invalid_id`, `community/not-found`, `not_admin_nor_mod` or one of `pictureErrors`, or with 429 when
 *   too many pictures wait to be converted.
 */
export async function setCommunityPicture(
  services: ImageServices,
  member: Viewer,
  sent: { communityId: string; kind: PictureKind; path: string | null },
): Promise<Community> {
  const { db } = services
  const communityId = parseId(sent.communityId)
  await enforceModeration(db, member, communityId, ['settings'])
  const { id } = await storeUpload(services, { path: sent.path, use: sent.kind, uploaderId: member.id })
  return storePicture(db, member, { communityId, kind: sent.kind, imageId: id })
}

/**
 * Removes the icon or banner of a community, if there is one.
 *
 * @throws Refused with `invalid_id`, `community/not-found` or `not_admin_nor_mod`.
 */
export async function removeCommunityPicture(
  db: Db,
  member: Viewer,
  { communityId, kind }: { communityId: string; kind: PictureKind },
): Promise<Community> {
  return storePicture(db, member, { communityId: parseId(communityId), kind, imageId: null })
}

function storePicture(
  db: Db,
  member: Viewer,
  { communityId, kind, imageId }: { communityId: string; kind: PictureKind; imageId: string | null },
): Promise<Community> {
  return db.transaction().execute(async (trx) => {
    const actedAs = await lockModerated(trx, member, communityId, ['settings'])
    const before = await queryRow(trx, replacePicture, { communityId, kind, imageId })
    if (imageId !== null || before?.had_picture)
      await recordAction(trx, {
        action: imageId === null ? `remove_${kind}` : `set_${kind}`,
        actor: member,
        actedAs,
        communityId,
      })
    return getListedCommunity(trx, member, communityId)
  })
}
