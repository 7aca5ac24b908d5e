import type { Image } from '../../../contract/entities/image.ts'
import { errors } from '../../../contract/errors.ts'
import type { SettingValues } from '../../../contract/siteSettings.ts'
import { Refused } from '../../platform/http/refused.ts'
import { TooBusy } from '../../platform/http/workQueue.ts'
import type { Viewer } from '../sessions/viewer.ts'
import type { ImageRow } from './columns.ts'
import { imageView } from './serialize.ts'
import type { ImageUse } from './sizes.ts'
import { type ImageServices, storeImage } from './store.ts'

/**
 * Stores the picture that a member uploaded; nothing uses it yet.
 *
 * @param upload.path the temporary file; null when the request had none.
 * @throws Refused with one of `pictureErrors`, or with 429 when too many pictures wait to be converted.
 */
export async function storeUpload(
  services: ImageServices,
  {
    path,
    ...upload
  }: {
    readonly path: string | null
    readonly use: ImageUse
    readonly uploaderId: string
    readonly blockedWithin?: number
  },
): Promise<ImageRow> {
  if (path === null) throw new Refused(errors.unsupportedImage)
  try {
    return await storeImage(services, { source: path, ...upload })
  } catch (error) {
    throw error instanceof TooBusy ? new Refused(errors.tooManyRequests) : error
  }
}

/**
 * Stores a picture for a post that its uploader is writing.
 *
 * @throws Refused with one of `pictureErrors`, `unsupported-image-format` among them, with `blocked-picture`, or with 429 when too many pictures wait to be converted.
 */
export async function uploadImage(
  services: ImageServices & { readonly settings: Pick<SettingValues, 'pictureDistance' | 'blockedPictures'> },
  uploader: Viewer,
  path: string | null,
): Promise<Image> {
  const image = await storeUpload(services, {
    path,
    use: 'post',
    uploaderId: uploader.id,
    ...(services.settings.blockedPictures === 'refuse' && {
      blockedWithin: services.settings.pictureDistance,
    }),
  }).catch((error) => {
    const isUnsupported = error instanceof Refused && error.error === errors.unsupportedImage
    throw isUnsupported ? new Refused(errors.unsupportedImageFormat) : error
  })
  return imageView(image, 'post', { copies: false })
}
