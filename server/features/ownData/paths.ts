import type { FilePath } from '../../platform/storage/store.ts'

/** Identifies an archive in the file store. */
export interface ExportKey {
  /** A decimal number. */
  readonly id: string
  readonly secret: string
}

/** `json.gz`: as earlier versions made them. */
export type ArchiveFormat = 'zip' | 'json.gz'

export const archiveName = (format: ArchiveFormat): string => `archive.${format}`

/** The folder of an archive; those of images begin with a number. */
export const exportFolder = ({ id, secret }: ExportKey): string => `exports/${id}-${secret}`

export const archivePath = (key: ExportKey, format: ArchiveFormat): FilePath => ({
  folder: exportFolder(key),
  name: archiveName(format),
})
