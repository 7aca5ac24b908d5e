import type { FilePlace } from '../storage/store.ts'

/** What tells one archive apart from all others. */
export interface ExportKey {
  /** A decimal number. */
  readonly id: string
  readonly secret: string
}

export const archiveName = 'archive.json.gz'

/** Beside the images, whose folders are numbers. */
export const exportFolder = ({ id, secret }: ExportKey): string => `exports/${id}-${secret}`

export const archivePlace = (key: ExportKey): FilePlace => ({ folder: exportFolder(key), name: archiveName })
