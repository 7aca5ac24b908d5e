import { errors } from '../../../contract/errors.ts'
import { storedIdInCursor } from '../../../contract/ids.ts'
import { Refused } from './refused.ts'

/**
 * Parses a cursor of keyset pagination, `{key}.{id}`: the sort key and the id of the first item of the page.
 *
 * @param text as the client sent it; an empty text, `null` and `undefined` (which some clients send) mean no cursor.
 * @returns both as decimal texts, the id as it is stored, because they may exceed the safe integers of JavaScript.
 * @throws Refused with `invalid_cursor` for any other form.
 */
export function parseCursor(text: string | undefined): { key: string; id: string } | null {
  if (isNoCursor(text)) return null
  const match = /^(-?\d{1,18})\.(\d{1,18}|\d{24})$/.exec(text)
  if (!match?.[1] || !match[2]) throw new Refused(errors.invalidCursor)
  return { key: match[1], id: storedIdInCursor(match[2]) }
}

/**
 * Parses a cursor whose key is a timestamp in microseconds since 1970.
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
export function parseNumberCursor(text: string | undefined): string | null {
  if (isNoCursor(text)) return null
  if (!/^(?:-?\d{1,18}|\d{24})$/.test(text)) throw new Refused(errors.invalidCursor)
  return text.startsWith('-') ? null : storedIdInCursor(text)
}

const isNoCursor = (text: string | undefined): text is undefined | '' =>
  text === undefined || text === '' || text === 'null' || text === 'undefined'
