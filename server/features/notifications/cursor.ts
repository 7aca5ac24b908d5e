import { errors } from '../../../contract/errors.ts'
import { parseKeysAndId } from '../../platform/http/cursor.ts'
import { Refused } from '../../platform/http/refused.ts'

/** The sort key of the first notification of a page (keyset pagination). */
interface PageStart {
  readonly isUnseen: boolean
  /** `updated_at` in microseconds since 1970, as decimal text. */
  readonly updatedUs: string
  readonly id: string
}

/** Formats an opaque cursor. */
export const formatCursor = ({ isUnseen, updatedUs, id }: PageStart): string =>
  Buffer.from(`${isUnseen ? 1 : 0}.${updatedUs}.${id}`).toString('base64url')

/**
 * Parses a cursor of `formatCursor`.
 *
 * @param text as the client sent it; empty means the first page.
 * @throws Refused with `invalid_cursor` for any other form.
 */
export function parseCursor(text: string | undefined): PageStart | null {
  if (!text) return null
  const { keys: [unseen = '', updatedUs = ''] = [], id = '' } =
    parseKeysAndId(Buffer.from(text, 'base64url').toString('latin1'), 2) ?? {}
  if (!/^[01]$/.test(unseen) || updatedUs.startsWith('-')) throw new Refused(errors.invalidCursor)
  return { isUnseen: unseen === '1', updatedUs, id }
}
