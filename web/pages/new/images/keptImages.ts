import { limits } from '../../../../contract/limits.ts'
import type { DraftImage, UploadedImage } from './imageUploads.ts'

/** What a draft can keep of its images: those that the server has. */
export const keptImages = (images: readonly DraftImage[]): UploadedImage[] =>
  images.flatMap(({ name, altText, upload }) => {
    if (upload.state !== 'done') return []
    const { imageId, url, uploadedAt } = upload
    return [{ imageId, url, uploadedAt, name, altText }]
  })

/** Those of a draft's images that can still be posted; unused ones are removed from the server after a while. */
export async function imagesStillThere(
  images: readonly UploadedImage[],
  now: number,
): Promise<readonly UploadedImage[]> {
  const young = images.filter(({ uploadedAt }) => now - uploadedAt < limits.unusedImageHours * hourMs)
  const areThere = await Promise.all(young.map(isThere))
  return young.filter((_image, index) => areThere[index])
}

/** An image that cannot be asked about may well be there. */
const isThere = ({ url }: UploadedImage): Promise<boolean> =>
  fetch(url, { method: 'HEAD', cache: 'no-store' }).then(
    ({ status }) => status !== 404 && status !== 400,
    () => true,
  )

const hourMs = 3_600_000

/** What is said about images of a draft that are gone; null when none is. */
export function lostImagesText(count: number): string | null {
  if (count === 0) return null
  return count === 1
    ? '1 image of the draft is no longer there.'
    : `${count} images of the draft are no longer there.`
}
