import { refusalOf } from '../../data/failure.ts'
import { failureText } from '../failures/failureText.ts'

/** The message at an image whose upload failed. */
export function uploadFailureText(error: unknown): string {
  switch (refusalOf(error)?.code) {
    case 'file_size_exceeded':
      return 'Maximum file size exceeded.'
    case 'unsupported_image':
    case 'unsupported-image-format':
      return 'Unsupported image.'
    case 'no_image_posts':
      return 'Image posts are not allowed.'
    default:
      return failureText(error)
  }
}

/** Whether it makes sense to retry the same file. */
export function isMendable(error: unknown): boolean {
  const code = refusalOf(error)?.code ?? ''
  return !['file_size_exceeded', 'unsupported_image', 'unsupported-image-format', 'no_image_posts'].includes(
    code,
  )
}

/** Whether a picture is larger than the site allows. */
export const isTooLarge = (
  { size }: Pick<File, 'size'>,
  { uploadMaxMib }: { uploadMaxMib: number },
): boolean => size > uploadMaxMib * 1024 * 1024
