import { errors, type Refusal } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import type { SettingValues } from '../../../contract/siteSettings.ts'
import type { Db } from '../../platform/database/connection.ts'
import { queryRow } from '../../platform/database/statement.ts'
import { parseIdOrNull } from '../../platform/http/ids.ts'
import { enforce, Refused } from '../../platform/http/refused.ts'
import { parseTitle } from '../../platform/http/text.ts'
import type { Viewer } from '../sessions/viewer.ts'
import { replaceAttachments as statement } from './replaceAttachments.sql.ts'

/** The images below a text as its author names them, in their order. */
export interface GivenAttachments {
  readonly attachments?: readonly { readonly imageId: string; readonly caption?: string | null }[] | null
}

/** An image to show below a text. */
export interface Attachment {
  readonly id: string
  /** Null keeps the alt text of the image; an empty text removes it. */
  readonly altText: string | null
}

/** The site's requirements for posting images. */
export type MediaSettings = Pick<SettingValues, 'imagePosts' | 'imagesPerPost' | 'mediaPostPoints'>

/**
 * Why `member` may not post images or links, or null when they may.
 *
 * @param pointsToExceed the site's setting; below 1 there is no rule.
 */
export function mediaRefusal(member: { points: number }, pointsToExceed: number): Refusal {
  return pointsToExceed >= 1 && member.points <= pointsToExceed ? errors.notEnoughPointsForMedia : null
}

/**
 * Parses the images below a text. New ones must meet the site's requirements for image posts.
 *
 * @param context.before the current images.
 * @returns null if they stay as they are.
 * @throws Refused with `invalid_image_id`, also for an image that is named twice; `too-many-images`, `no_image_posts` or
 *   `not_enough_points`.
 */
export function parseAttachments(
  { attachments }: GivenAttachments,
  context: {
    author: Pick<Viewer, 'points'>
    settings: MediaSettings
    before: readonly { readonly id: string }[]
  },
): readonly Attachment[] | null {
  if (!attachments) return null
  const { author, settings, before } = context
  if (attachments.length > limits.attachmentsMax) throw new Refused(errors.tooManyImages)
  const images = attachments.map(({ imageId, caption }): Attachment => {
    const id = parseIdOrNull(imageId)
    if (id === null) throw new Refused(errors.invalidImageId)
    return { id, altText: typeof caption === 'string' ? parseTitle(caption, limits.altTextMaxLength) : null }
  })
  if (new Set(images.map(({ id }) => id)).size < images.length) throw new Refused(errors.invalidImageId)
  const hasNew = images.some(({ id }) => !before.some((image) => image.id === id))
  if (!hasNew) return isSame(images, before) ? null : images
  if (!settings.imagePosts) throw new Refused(errors.noImagePosts)
  enforce(mediaRefusal(author, settings.mediaPostPoints))
  if (images.length > settings.imagesPerPost) throw new Refused(errors.tooManyImages)
  return images
}

const isSame = (images: readonly Attachment[], before: readonly { readonly id: string }[]): boolean =>
  images.length === before.length &&
  images.every(({ id, altText }, place) => id === before[place]?.id && altText === null)

/**
 * Replaces the images below a text post or comment, in the transaction that has written the text and locked its row. A job
 * deletes the files of removed images.
 *
 * @throws Refused with `image-not-found` if one is neither attached already nor an unused upload of this member; the
 *   transaction must be rolled back then.
 */
export async function replaceAttachments(
  trx: Db,
  text: { readonly type: 'post' | 'comment'; readonly id: string },
  { uploaderId, images }: { uploaderId: string; images: readonly Attachment[] },
): Promise<void> {
  const result = await queryRow(trx, statement, {
    postId: text.type === 'post' ? text.id : null,
    commentId: text.type === 'comment' ? text.id : null,
    uploaderId,
    ids: images.map(({ id }) => id),
    keepsAltText: images.map(({ altText }) => altText === null),
    altTexts: images.map(({ altText }) => altText ?? ''),
  })
  if (!result?.are_all_usable) throw new Refused(errors.imageNotFound)
}
