import type { FilePath } from '../../platform/storage/store.ts'
import type { Fit, Size } from './sizes.ts'

/** Identifies an image; the secret is part of its URL, so that nobody can guess it. */
export interface ImageKey {
  /** A decimal number. */
  readonly id: string
  readonly secret: string
}

/** The same for every format, so deleting and backing up do not have to know it. */
export const originalName = 'original.jpeg'

/** The folder of an image, under one of a thousand parents: some file systems are slow with more entries per folder. */
export const imageFolder = ({ id, secret }: ImageKey): string =>
  `${id.slice(-3).padStart(3, '0')}/${id}-${secret}`

export const originalPath = (image: ImageKey): FilePath => ({
  folder: imageFolder(image),
  name: originalName,
})

export const copyPath = (image: ImageKey, { width, height }: Size, fit: Fit, format: string): FilePath => ({
  folder: imageFolder(image),
  name: `${width}x${height}-${fit}.${format}`,
})
