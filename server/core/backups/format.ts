import { isRecord } from '../../../contract/objects.ts'
import { ArchiveUnreadable } from '../../platform/archive/format.ts'

/** Increment it when an older program could not read the archive any more. */
export const formatVersion = 1
export const formatName = 'folkmoot-backup'

export const manifestName = 'manifest.json'
export const trailerName = 'trailer.json'
export const imagesPart = 'images'
export const jobsPart = 'jobs'
export const tablePart = (table: string): string => `tables/${table}`

/** The manifest, the first file of a backup. docs/backups.md describes each field. */
export interface Manifest {
  readonly format: typeof formatName
  readonly formatVersion: number
  readonly programVersion: string
  readonly postgresVersion: string
  /** The name of the last migration of the schema that the tables have. */
  readonly migration: string
  /** When the snapshot was taken, in ISO 8601. */
  readonly createdAt: string
  readonly site: string
  readonly tables: readonly { readonly name: string; readonly columns: readonly string[] }[]
  readonly sequences: readonly { readonly name: string; readonly value: string; readonly isCalled: boolean }[]
  /** Tables whose rows are not in it. */
  readonly excluded: readonly string[]
  /** For the estimate of the remaining time; the trailer has the exact number. */
  readonly estimatedRows: number
  /** Images with a row. */
  readonly images: number
}

/** Count and hash of a complete part: rows of tables and jobs, files of images. */
export interface PartSummary {
  readonly name: string
  readonly count: number
  readonly bytes: number
  readonly sha256: string
}

/** The trailer, the last file: count and hash of every part. */
export interface Trailer {
  readonly manifestSha256: string
  readonly parts: readonly PartSummary[]
  /** Images with a row in the backup but without a file in the store. */
  readonly missingImages: number
}

type Fields = Record<string, unknown>

const isText = (value: unknown): value is string => typeof value === 'string'
const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
const isListOf = (value: unknown, isItem: (item: Record<string, unknown>) => boolean): boolean =>
  Array.isArray(value) && value.every((item) => isRecord(item) && isItem(item))
const isName = (value: unknown): value is string => isText(value) && /^[a-z_][a-z0-9_]*$/.test(value)

function parseJson(bytes: Buffer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(bytes.toString())
    if (isRecord(value)) return value
  } catch {
    // Reported below.
  }
  throw new ArchiveUnreadable('The backup is damaged (its description is not JSON).')
}

/** @throws ArchiveUnreadable for another format, or one that a newer program has written. */
export function parseManifest(bytes: Buffer): Manifest {
  const value = parseJson(bytes)
  if (value.format !== formatName) throw new ArchiveUnreadable('The file is not a backup of Folkmoot.')
  if (!isCount(value.formatVersion) || value.formatVersion > formatVersion)
    throw new ArchiveUnreadable(
      `The backup was made by a newer version of Folkmoot (${String(value.programVersion)}). Use that version.`,
    )
  if (!isManifest(value))
    throw new ArchiveUnreadable('The backup is damaged (its description is incomplete).')
  return value
}

const isManifest = (value: Fields): value is Fields & Manifest =>
  ['programVersion', 'postgresVersion', 'migration', 'createdAt', 'site'].every((field) =>
    isText(value[field]),
  ) &&
  isListOf(
    value.tables,
    ({ name, columns }) => isName(name) && Array.isArray(columns) && columns.every(isName),
  ) &&
  isListOf(
    value.sequences,
    ({ name, value, isCalled }) =>
      isName(name) && isText(value) && /^\d{1,19}$/.test(value) && typeof isCalled === 'boolean',
  ) &&
  Array.isArray(value.excluded) &&
  value.excluded.every(isName) &&
  isCount(value.estimatedRows) &&
  isCount(value.images)

/** @throws ArchiveUnreadable. */
export function parseTrailer(bytes: Buffer): Trailer {
  const value = parseJson(bytes)
  if (!isTrailer(value)) throw new ArchiveUnreadable('The backup is damaged (its summary is incomplete).')
  return value
}

const isTrailer = (value: Fields): value is Fields & Trailer =>
  isText(value.manifestSha256) &&
  isCount(value.missingImages) &&
  isListOf(
    value.parts,
    ({ name, count, bytes, sha256 }) => isText(name) && isCount(count) && isCount(bytes) && isText(sha256),
  )
