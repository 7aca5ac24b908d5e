import { errors } from '../../contract/errors.ts'
import { Refused } from './refused.ts'

/**
 * Reads a cursor `{key}.{id}`: the sort key and the id of the first item of the page.
 *
 * @param text as the client sent it; empty, `null` and `undefined` (as some clients write) mean none.
 * @returns both as decimal texts: neither fits a JavaScript number.
 * @throws Refused with `invalid_cursor` for any other form.
 */
export function readCursor(text: string | undefined): { key: string; id: string } | null {
  if (isNoCursor(text)) return null
  const match = /^(-?\d{1,18})\.(\d{1,18})$/.exec(text)
  if (!match?.[1] || !match[2]) throw new Refused(errors.invalidCursor)
  return { key: match[1], id: match[2] }
}

/**
 * Reads a cursor whose key is a moment, in microseconds since 1970.
 *
 * @throws Refused with `invalid_cursor`, also for an earlier one: PostgreSQL cannot add up all that it could be.
 */
export function readMomentCursor(text: string | undefined): { key: string; id: string } | null {
  const cursor = readCursor(text)
  if (cursor?.key.startsWith('-')) throw new Refused(errors.invalidCursor)
  return cursor
}

/** Reads a cursor that is one number. @throws Refused with `invalid_cursor`. */
export function readNumberCursor(text: string | undefined): string | null {
  if (isNoCursor(text)) return null
  if (!/^-?\d{1,18}$/.test(text)) throw new Refused(errors.invalidCursor)
  return text.startsWith('-') ? null : text
}

const isNoCursor = (text: string | undefined): text is undefined | '' =>
  text === undefined || text === '' || text === 'null' || text === 'undefined'
