import type { FilePlace } from '../storage/store.ts'
import type { Fit, Size } from './sizes.ts'

/** What tells one image apart from all others; the secret is part of its address. */
export interface ImageKey {
  /** A decimal number. */
  readonly id: string
  readonly secret: string
}

export const originalName = 'original.jpeg'

/** The folder of an image. A thousand folders in one place are few enough for any file system. */
export const folderOf = ({ id, secret }: ImageKey): string =>
  `${id.slice(-3).padStart(3, '0')}/${id}-${secret}`

export const originalOf = (image: ImageKey): FilePlace => ({ folder: folderOf(image), name: originalName })

export const copyOf = (image: ImageKey, { width, height }: Size, fit: Fit, format: string): FilePlace => ({
  folder: folderOf(image),
  name: `${width}x${height}-${fit}.${format}`,
})
