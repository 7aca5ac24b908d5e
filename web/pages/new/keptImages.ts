import { limits } from '../../../contract/limits.ts'
import { t } from '../../../contract/texts/t.ts'
import type { DraftImage, UploadedImage } from '../../features/images/imageUploads.ts'

/** The images that a draft can keep: those that are uploaded. */
export const keptImages = (images: readonly DraftImage[]): UploadedImage[] =>
  images.flatMap(({ name, altText, upload }) => {
    if (upload.state !== 'done') return []
    const { imageId, url, uploadedAt } = upload
    return [{ imageId, url, uploadedAt, name, altText }]
  })

/** The images of a draft that can still be posted; the server deletes unused ones after a while. */
export async function imagesStillThere(
  images: readonly UploadedImage[],
  now: number,
): Promise<readonly UploadedImage[]> {
  const young = images.filter(({ uploadedAt }) => now - uploadedAt < limits.unusedImageHours * hourMs)
  const areThere = await Promise.all(young.map(isThere))
  return young.filter((_image, index) => areThere[index])
}

/** If the check fails, the image may still exist. */
const isThere = ({ url }: UploadedImage): Promise<boolean> =>
  fetch(url, { method: 'HEAD', cache: 'no-store' }).then(
    ({ status }) => status !== 404 && status !== 400,
    () => true,
  )

const hourMs = 3_600_000

/** The message about images of a draft that no longer exist; null when there are none. */
export function lostImagesText(count: number): string | null {
  if (count === 0) return null
  return t(
    '{count, plural, one {# image in this draft no longer exists.} other {# images in this draft no longer exist.}}',
    { count },
  )
}
