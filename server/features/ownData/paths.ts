import type { FilePath } from '../../platform/storage/store.ts'

/** Identifies an archive in the file store. */
export interface ExportKey {
  /** A decimal number. */
  readonly id: string
  readonly secret: string
}

export const archiveName = 'archive.json.gz'

/** The folder of an archive; those of images begin with a number. */
export const exportFolder = ({ id, secret }: ExportKey): string => `exports/${id}-${secret}`

export const archivePath = (key: ExportKey): FilePath => ({ folder: exportFolder(key), name: archiveName })
