import type { Image } from '../../contract/entities/image.ts'
import { errors } from '../../contract/errors.ts'
import { Refused } from '../http/refused.ts'
import type { Viewer } from '../http/viewer.ts'
import { TooBusy } from './queue.ts'
import type { ImageUse } from './sizes.ts'
import { type ImageServices, storeImage } from './store.ts'
import { type ImageRow, imageView } from './view.ts'

/**
 * Stores the picture that a member sent; nothing uses it yet (API contract 3.9).
 *
 * @param upload.path the file; null when there came none.
 * @throws Refused with `unsupported_image`, or with 429 when the server has more pictures to read than it should.
 */
export async function storeUpload(
  services: ImageServices,
  { path, ...upload }: { readonly path: string | null; readonly use: ImageUse; readonly uploaderId: string },
): Promise<ImageRow> {
  if (path === null) throw new Refused(errors.unsupportedImage)
  try {
    return await storeImage(services, { source: path, ...upload })
  } catch (error) {
    throw error instanceof TooBusy ? new Refused(errors.tooManyRequests) : error
  }
}

/** Keeps the picture that a member sent, for a post that is going to be made. @throws Refused as `storeUpload`. */
export async function uploadImage(
  services: ImageServices,
  uploader: Viewer,
  path: string | null,
): Promise<Image> {
  const image = await storeUpload(services, { path, use: 'post', uploaderId: uploader.id })
  return imageView(image, 'post', { copies: false })
}
