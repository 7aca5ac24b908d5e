import { errors } from '../../../contract/errors.ts'
import { Refused } from './refused.ts'

const largestId = 2n ** 63n - 1n

/** Parses an id of up to 24 digits into its canonical form, without leading zeros. @returns null for any other text. */
export function parseIdOrNull(text: string): string | null {
  if (!/^[0-9]{1,24}$/.test(text)) return null
  const id = BigInt(text)
  // PostgreSQL refuses numbers beyond bigint. 0 matches no row either, so the caller answers "not found".
  return id > largestId ? '0' : id.toString()
}

/** Like `parseIdOrNull`. @throws Refused with `invalid_id`. */
export function parseId(text: string): string {
  const id = parseIdOrNull(text)
  if (id === null) throw new Refused(errors.invalidId)
  return id
}
