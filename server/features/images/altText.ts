import type { Image } from '../../../contract/entities/image.ts'
import { errors, type Refusal } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { imageJson } from '../../core/images/columns.ts'
import { imageView } from '../../core/images/serialize.ts'
import { recordAction } from '../../core/moderationLog/record.ts'
import { lockPermissions } from '../../core/permissions/permissionLock.ts'
import { lockRoles, type Roles, staffRoleOf } from '../../core/permissions/roles.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import { parseIdOrNull } from '../../platform/http/ids.ts'
import { enforce, Refused } from '../../platform/http/refused.ts'
import { parseTitle } from '../../platform/http/text.ts'

interface ImageUsage {
  isUsed: boolean
  uploaderId: string | null
  /** The community of the post or comment that shows it. */
  authorId: string | null
  ownerId: string | null
  communityId: string | null
}

/** Why `member` may not change the alt text of an image, or null when they may. */
function altTextRefusal(member: Roles & { id: string }, image: ImageUsage): Refusal {
  if (member.isAdmin || isOwnImage(member, image)) return null
  return image.communityId !== null && member.isModerator ? null : errors.imageOfSomeoneElse
}

/** Whether an image is the member's own: in their post or comment, their picture, or an upload of theirs that nothing uses yet. */
function isOwnImage(member: { id: string }, image: ImageUsage): boolean {
  if (image.communityId !== null) return false
  if (!image.isUsed) return image.uploaderId === member.id
  return image.authorId === member.id || image.ownerId === member.id
}

/** Trims and shortens an alt text to what is stored; null when nothing is left. */
export const parseAltText = (text: string): string | null => parseTitle(text, limits.altTextMaxLength) || null

/**
 * Changes the alt text of an image. A change by someone other than the image's owner is recorded in the moderation log.
 *
 * @throws Refused with `invalid_image_id`, `image-not-found` or `permission_denied`.
 */
export async function describeImage(
  db: Db,
  member: Viewer,
  { imageId, altText }: { imageId: string; altText: string },
): Promise<Image> {
  const id = parseIdOrNull(imageId)
  if (id === null) throw new Refused(errors.invalidImageId)
  return db.transaction().execute(async (trx) => {
    await lockPermissions(trx, member)
    const image = await lockImage(trx, id)
    const roles = await lockRoles(trx, member, image.communityId, ['settings'])
    enforce(altTextRefusal({ ...roles, id: member.id }, image))
    const requested = parseAltText(altText)
    const saved = await trx
      .updateTable('images')
      .set({ alt_text: requested })
      .where('id', '=', id)
      .returning(['use', imageJson.as('image')])
      .executeTakeFirstOrThrow()
    if (requested !== image.altText && !isOwnImage(member, image))
      await recordAction(trx, { action: 'edit_alt_text', actor: member, ...subjectOf(image, roles) })
    return imageView(saved.image, saved.use, { copies: false })
  })
}

/** Finds an image with what it is used for, and locks it until the transaction ends. */
async function lockImage(trx: Db, id: string) {
  return trx
    .selectFrom('images')
    .leftJoin('post_images', 'post_images.image_id', 'images.id')
    .leftJoin('comment_images', 'comment_images.image_id', 'images.id')
    .leftJoin('comments', 'comments.id', 'comment_images.comment_id')
    .leftJoin('posts', (join) =>
      join.on((eb) =>
        eb.or([
          eb('posts.id', '=', eb.ref('post_images.post_id')),
          eb('posts.id', '=', eb.ref('comments.post_id')),
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
      'comments.id as commentId',
      (eb) => eb.fn.coalesce('comments.author_id', 'posts.author_id').as('authorId'),
      'owner.id as ownerId',
      'communities.id as communityId',
    ])
    .forNoKeyUpdate('images')
    .executeTakeFirstOrThrow(() => new Refused(errors.imageNotFound))
}

type LockedImage = Awaited<ReturnType<typeof lockImage>>

/** The subject of the log entry: the community, post or comment that shows the image, or its owner. */
function subjectOf(image: LockedImage, roles: Roles) {
  const { postId, commentId, postCommunityId, communityId, ownerId, uploaderId } = image
  if (communityId !== null) return { communityId, actedAs: staffRoleOf(roles) }
  if (postId !== null) return { communityId: postCommunityId, postId, commentId, actedAs: 'admins' } as const
  return { communityId: null, userId: ownerId ?? uploaderId, actedAs: 'admins' } as const
}
