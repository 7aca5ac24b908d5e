import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import type { AttachedImage } from '../../core/images/attach.ts'
import { parseIdOrNull } from '../../platform/http/ids.ts'
import { Refused } from '../../platform/http/refused.ts'
import { parseTitle } from '../../platform/http/text.ts'

/** The images of a new post as its author names them. */
export interface GivenImages {
  /** In the order in which they are shown. */
  readonly images?: readonly { readonly imageId: string; readonly caption?: string | null }[] | null
  /** The form for a single image, used when `images` is missing. */
  readonly imageId?: string | null
}

/**
 * Parses the images of a post, with their captions as alt texts, cut at the maximum length.
 *
 * @throws Refused with `invalid_image_id` for an empty list, an invalid id, and a repeated one; with
 * `too-many-images`.
 */
export function parseGivenImages(given: GivenImages, imagesMax: number): AttachedImage[] {
  const named = given.images ?? (given.imageId ? [{ imageId: given.imageId }] : [])
  const images = named.map(({ imageId, caption = null }): AttachedImage => {
    const id = parseIdOrNull(imageId)
    if (id === null) throw new Refused(errors.invalidImageId)
    return { id, altText: parseTitle(caption ?? '', limits.altTextMaxLength) || null }
  })
  const areDifferent = new Set(images.map(({ id }) => id)).size === images.length
  if (images.length === 0 || !areDifferent) throw new Refused(errors.invalidImageId)
  if (images.length > imagesMax) throw new Refused(errors.tooManyImages)
  return images
}
