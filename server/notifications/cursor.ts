import { errors } from '../../contract/errors.ts'
import { Refused } from '../http/refused.ts'

/** Where a page of notifications starts: its first one, by all that orders them. */
interface Place {
  readonly isUnseen: boolean
  /** Of `updated_at`, microseconds since 1970, as decimal text. */
  readonly updatedUs: string
  readonly id: string
}

/** A cursor that clients need not understand. */
export const encodePlace = ({ isUnseen, updatedUs, id }: Place): string =>
  Buffer.from(`${isUnseen ? 1 : 0}.${updatedUs}.${id}`).toString('base64url')

/**
 * Reads a cursor.
 *
 * @param text as the client sent it; empty means the first page.
 * @throws Refused with `invalid_cursor` for anything that `encodePlace` does not make.
 */
export function readPlace(text: string | undefined): Place | null {
  if (!text) return null
  const match = /^([01])\.(\d{1,17})\.(\d{1,18})$/.exec(Buffer.from(text, 'base64url').toString('latin1'))
  const [, unseen, updatedUs, id] = match ?? []
  if (!updatedUs || !id) throw new Refused(errors.invalidCursor)
  return { isUnseen: unseen === '1', updatedUs, id }
}
