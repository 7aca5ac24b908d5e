import { testedPostgres } from '../../config.ts'

const { oldest, newest } = testedPostgres

/** Why the program does not use this major version of PostgreSQL, or null. */
export const versionRefusal = (major: number): string | null =>
  major < oldest ? `PostgreSQL ${major} is too old. Folkmoot needs version ${oldest} or newer.` : null

/** What the operator should know about this major version of PostgreSQL, or null. */
export const versionWarning = (major: number): string | null =>
  major > newest
    ? `PostgreSQL ${major} is newer than the versions that this Folkmoot was tested with (${oldest} to ${newest}).`
    : null
