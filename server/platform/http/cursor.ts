import { type ErrorName, errors } from '../../../contract/errors.ts'
import { storedIdInCursor } from '../../../contract/ids.ts'
import { parseIdOrNull } from './ids.ts'
import { Refused } from './refused.ts'

/**
 * Parses a cursor of keyset pagination: the sort keys and the id of the first item of the page, joined by full stops. A key that is
 * a time is in microseconds since 1970; the functions `microseconds_of` and `moment_of` of the database convert it.
 *
 * @param text as the client sent it; an empty text, `null` and `undefined` (which some clients send) mean no cursor.
 * @param count the number of keys.
 * @returns decimal texts, because they may exceed the safe integers of JavaScript: keys of 18 digits at most, which PostgreSQL can
 *   store as numbers and as times, and the id as it is stored.
 * @throws Refused with `invalid_cursor`, or with `otherwise`.
 */
export function parseKeysAndId(
  text: string | undefined,
  count: number,
  otherwise: ErrorName = 'invalidCursor',
): { keys: string[]; id: string } | null {
  if (isNoCursor(text)) return null
  const keys = text.split('.')
  const last = keys.pop() ?? ''
  const id = parseIdOrNull(storedIdInCursor(last))
  // Nothing has the id 0, which is also that of numbers beyond bigint.
  const isTooLarge = id === '0' && /[1-9]/.test(last)
  if (id === null || isTooLarge || keys.length !== count || !keys.every((key) => /^-?\d{1,18}$/.test(key)))
    throw new Refused(errors[otherwise])
  return { keys, id }
}

/** Parses a cursor of one key and an id, `{key}.{id}`. @throws Refused with `invalid_cursor`. */
export function parseCursor(text: string | undefined): { key: string; id: string } | null {
  const { keys: [key] = [], id } = parseKeysAndId(text, 1) ?? {}
  return key === undefined || id === undefined ? null : { key, id }
}

const keyOfRow = 'null.'

/**
 * Parses a cursor of one key and an id, or `null.{id}`: readers from whom votes are hidden do not get the key, which is then
 * that of the item when the page is read.
 *
 * @throws Refused with `invalid_cursor`.
 */
export function parseVotesCursor(text: string | undefined): { key: string | null; id: string } | null {
  if (!text?.startsWith(keyOfRow)) return parseCursor(text)
  const id = parseNumberCursor(text.slice(keyOfRow.length))
  return id === null ? null : { key: null, id }
}

/**
 * Parses a cursor whose key is a time in microseconds since 1970.
 *
 * @throws Refused with `invalid_cursor`, also for negative keys, which may lie before the earliest timestamp of PostgreSQL.
 */
export function parseTimestampCursor(text: string | undefined): { key: string; id: string } | null {
  const cursor = parseCursor(text)
  if (cursor?.key.startsWith('-')) throw new Refused(errors.invalidCursor)
  return cursor
}

/**
 * Parses a cursor that is one integer, perhaps an id.
 *
 * @returns null for no cursor and for negative numbers, which come before the first page.
 * @throws Refused with `invalid_cursor`.
 */
export const parseNumberCursor = (text: string | undefined): string | null =>
  /^-\d{1,18}$/.test(text ?? '') ? null : (parseKeysAndId(text, 0)?.id ?? null)

const isNoCursor = (text: string | undefined): text is undefined | '' | 'null' | 'undefined' =>
  text === undefined || text === '' || text === 'null' || text === 'undefined'
