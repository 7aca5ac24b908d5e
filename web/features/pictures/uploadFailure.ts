import { t } from '../../../contract/texts/t.ts'
import { refusalOf } from '../../data/failure.ts'
import { failureText } from '../failures/failureText.ts'
import { messageText } from '../failures/refusalText.ts'

/** For a file of a type that is not accepted. */
const unsupportedImage = () => t('Unsupported image format. Choose a JPEG, PNG, WebP, GIF or AVIF.')

const heicImage = () =>
  t(
    "HEIC isn't supported. Save it as JPEG, or choose JPEG in your camera's settings (“Most Compatible” on iPhone).",
  )

/** Refusals of a file, with the text for those that the server says differently. */
const texts = new Map<string, (() => string) | null>([
  ['file_size_exceeded', () => t('Maximum file size exceeded.')],
  ['unsupported_image', unsupportedImage],
  ['unsupported-image-format', unsupportedImage],
  ['no_image_posts', () => t('Image posts are turned off.')],
  ['heic_image', heicImage],
  ['too_many_pixels', null],
  ['damaged_image', null],
  ['empty_image', null],
  ['blocked-picture', null],
  ['animation_too_large', null],
  ['animation_format', null],
])

/** The message at an image whose upload failed. */
export function uploadFailureText(error: unknown): string {
  const refusal = refusalOf(error)
  const text = texts.get(refusal?.code ?? '')
  return (text === null ? refusal && messageText(refusal.message) : text?.()) ?? failureText(error)
}

/** Whether it makes sense to retry the same file. */
export const canRetry = (error: unknown): boolean => !texts.has(refusalOf(error)?.code ?? '')

/** What is wrong with a chosen file before it is sent, or null. Some browsers know no type for HEIC files. */
export function mistakeInFile(file: Pick<File, 'name' | 'type'>): string | null {
  if (/\.hei[cf]$/i.test(file.name)) return heicImage()
  return file.type.startsWith('image/') ? null : unsupportedImage()
}

/** Whether a picture is larger than the site allows. */
export const isTooLarge = (
  { size }: Pick<File, 'size'>,
  { uploadMaxMib }: { uploadMaxMib: number },
): boolean => size > uploadMaxMib * 1024 * 1024
