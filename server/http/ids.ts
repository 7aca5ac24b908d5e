import { errors } from '../../contract/errors.ts'
import { Refused } from './refused.ts'

const largestId = 2n ** 63n - 1n

/** An id as it is stored, or null for a text that cannot be one; leading zeros are no part of it. */
export function parseId(text: string): string | null {
  if (!/^[0-9]{1,24}$/.test(text)) return null
  const id = BigInt(text)
  // No row has such a number, but it is an id by its form: 0 stands for it, which no row has either.
  return id > largestId ? '0' : id.toString()
}

/** @throws Refused with `invalid_id` for a text that cannot be an id. */
export function readId(text: string): string {
  const id = parseId(text)
  if (id === null) throw new Refused(errors.invalidId)
  return id
}
