import type { Image } from '../../contract/entities/image.ts'
import { errors } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import type { Db } from '../database/connection.ts'
import { parseId } from '../http/ids.ts'
import { enforce, Refused } from '../http/refused.ts'
import { cut } from '../http/text.ts'
import type { Viewer } from '../http/viewer.ts'
import { altTextRefusal } from './policy.ts'
import type { ImageUse } from './sizes.ts'
import { imageJson, imageView } from './view.ts'

/** An alt text as it is stored: without spaces around it, at most 1024 characters, null when nothing is left. */
export const readAltText = (text: string): string | null => cut(text.trim(), limits.altTextMaxLength) || null

/**
 * Says in words what an image shows.
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
  const image = await db
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
      'images.is_used as isUsed',
      'images.uploader_id as uploaderId',
      'posts.author_id as postAuthorId',
      'owner.id as ownerId',
      'communities.id as communityId',
    ])
    .executeTakeFirst()
  if (!image) throw new Refused(errors.imageNotFound)
  enforce(altTextRefusal(member, image))
  const saved = await db
    .updateTable('images')
    .set({ alt_text: readAltText(altText) })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning(['use', imageJson('images').as('image')])
    .executeTakeFirst()
  // Its post lost its content since we looked.
  if (!saved) throw new Refused(errors.imageNotFound)
  return imageView(saved.image, saved.use as ImageUse, { copies: false })
}
