import type { Image } from '../../contract/entities/image.ts'
import { errors } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import type { Db } from '../database/connection.ts'
import { parseId } from '../http/ids.ts'
import { enforce, Refused } from '../http/refused.ts'
import { cut } from '../http/text.ts'
import type { Viewer } from '../http/viewer.ts'
import { recordAct } from '../moderation/log.ts'
import { roleIn } from '../moderation/roles.ts'
import { holdStanding, readStanding } from '../moderation/standing.ts'
import { altTextRefusal, isOwnImage } from './policy.ts'
import type { ImageUse } from './sizes.ts'
import { imageJson, imageView } from './view.ts'

/** An alt text as it is stored: without spaces around it, at most 1024 characters, null when nothing is left. */
export const readAltText = (text: string): string | null => cut(text.trim(), limits.altTextMaxLength) || null

/**
 * Says in words what an image shows. Who does so where it is not their own is found in the moderation log.
 *
 * @throws Refused with `invalid_image_id`, `image-not-found` or `permission_denied`.
 */
export async function describeImage(
  db: Db,
  member: Viewer,
  { imageId, altText }: { imageId: string; altText: string },
): Promise<Image> {
  const id = parseId(imageId)
  if (id === null) throw new Refused(errors.invalidImageId)
  return db.transaction().execute(async (trx) => {
    await holdStanding(trx, member)
    const image = await lockImage(trx, id)
    const actor = await readStanding(trx, member, image.communityId)
    enforce(altTextRefusal(actor, image))
    const wanted = readAltText(altText)
    const saved = await trx
      .updateTable('images')
      .set({ alt_text: wanted })
      .where('id', '=', id)
      .returning(['use', imageJson('images').as('image')])
      .executeTakeFirstOrThrow()
    if (wanted !== image.altText && !isOwnImage(member, image))
      await recordAct(trx, { action: 'edit_alt_text', actor, ...subjectOf(image, actor) })
    return imageView(saved.image, saved.use as ImageUse, { copies: false })
  })
}

/** An image that keeps its text, and is not deleted, until the transaction ends. */
async function lockImage(trx: Db, id: string) {
  return trx
    .selectFrom('images')
    .leftJoin('post_images', 'post_images.image_id', 'images.id')
    .leftJoin('posts', (join) =>
      join.on((eb) =>
        eb.or([
          eb('posts.id', '=', eb.ref('post_images.post_id')),
          eb('posts.link_image_id', '=', eb.ref('images.id')),
        ]),
      ),
    )
    .leftJoin('users as owner', 'owner.picture_id', 'images.id')
    .leftJoin('communities', (join) =>
      join.on((eb) =>
        eb.or([
          eb('communities.icon_id', '=', eb.ref('images.id')),
          eb('communities.banner_id', '=', eb.ref('images.id')),
        ]),
      ),
    )
    .where('images.id', '=', id)
    .where('images.stored_at', 'is not', null)
    .where('images.deleted_at', 'is', null)
    .select([
      'images.alt_text as altText',
      'images.is_used as isUsed',
      'images.uploader_id as uploaderId',
      'posts.id as postId',
      'posts.community_id as postCommunityId',
      'posts.author_id as postAuthorId',
      'owner.id as ownerId',
      'communities.id as communityId',
    ])
    .forNoKeyUpdate('images')
    .executeTakeFirstOrThrow(() => new Refused(errors.imageNotFound))
}

type LockedImage = Awaited<ReturnType<typeof lockImage>>

/** What the moderation log says of an image: the post or the community that shows it, or else whose it is. */
function subjectOf({ postId, postCommunityId, communityId, ownerId, uploaderId }: LockedImage, by: Viewer) {
  if (communityId !== null) return { communityId, actedAs: roleIn(by, communityId) }
  if (postId !== null) return { communityId: postCommunityId, postId, actedAs: 'admins' } as const
  return { communityId: null, userId: ownerId ?? uploaderId, actedAs: 'admins' } as const
}
