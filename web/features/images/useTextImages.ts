import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Image } from '../../../contract/entities/image.ts'
import { limits } from '../../../contract/limits.ts'
import { t } from '../../../contract/texts/t.ts'
import { useInitial } from '../../data/account/initial.ts'
import { uploadImage } from '../../data/uploads.ts'
import { acceptFiles, createImageUploads, type DraftImage, isUploading } from './imageUploads.ts'

/** The maximum number of images below a text on this site. */
export const mostTextImages = ({ imagesPerPost }: { imagesPerPost: number }): number =>
  Math.min(limits.attachmentsMax, imagesPerPost)

/** Why the images below a text cannot be sent, or null. */
export function textImagesMistake(
  images: readonly DraftImage[],
  { most, requireAltText }: { most: number; requireAltText: boolean },
): string | null {
  if (images.length > most) return tooMany(most)
  if (isUploading(images)) return t('Wait until your images are uploaded.')
  if (images.some(({ upload }) => upload.state === 'failed'))
    return t("Some images couldn't be uploaded. Try again or remove them.")
  const lacksAltText = requireAltText && images.some(({ altText }) => altText.trim() === '')
  return lacksAltText ? t('Describe each image.') : null
}

const tooMany = (most: number) =>
  t('You can add up to {most, plural, one {# image} other {# images}}.', { most })

/** The images in the format of the request. */
export const attachmentsOf = (images: readonly DraftImage[]) =>
  images.flatMap(({ upload, altText }) =>
    upload.state === 'done' ? [{ imageId: upload.imageId, caption: altText }] : [],
  )

/**
 * The images below a text that is being written.
 *
 * @param before the existing images.
 */
export function useTextImages(before: readonly Image[] = []) {
  const site = useInitial()
  const most = mostTextImages(site)
  const [mistake, setMistake] = useState<string | null>(null)
  const [uploads] = useState(() => createImageUploads({ upload: uploadImage, before }))
  const images = useSyncExternalStore(uploads.subscribe, uploads.images, uploads.images)
  useEffect(() => uploads.clear, [uploads])
  const isChanged =
    images.length !== before.length ||
    images.some(
      ({ upload, altText }, place) =>
        upload.state !== 'done' ||
        upload.imageId !== before[place]?.id ||
        altText !== (before[place].altText ?? ''),
    )
  return {
    images,
    uploads,
    /** Whether the site takes any. */
    areTaken: most > 0,
    mistake,
    isChanged,
    add(files: readonly File[]) {
      const accepted = acceptFiles(files, { alreadyThere: images.length, most })
      const isFull = accepted.mistake !== null && accepted.files.length === 0 && files.length > 0
      setMistake(isFull && images.length + files.length > most ? tooMany(most) : accepted.mistake)
      uploads.add(accepted.files)
    },
    /** The images to send; null if there is an error, which is shown; undefined if nothing has changed. */
    accept() {
      const requireAltText = isChanged && (site.user?.requireAltText ?? false)
      const found = textImagesMistake(images, { most: Math.max(most, before.length), requireAltText })
      setMistake(found)
      if (found !== null) return null
      return isChanged ? attachmentsOf(images) : undefined
    },
  }
}
