import { errors } from '../../contract/errors.ts'
import { Refused } from './refused.ts'

/**
 * Reads the `limit` of a list.
 *
 * @throws Refused with `invalid_limit` when it is no whole number, or not within 1 … max.
 */
export function readPageSize(text: string | undefined, range: { byDefault: number; max: number }): number {
  if (text === undefined || text === '') return range.byDefault
  if (!/^-?\d+$/.test(text)) throw new Refused(errors.limitNotANumber)
  const size = Number(text)
  if (size < 1 || size > range.max) throw new Refused(errors.limitOutOfRange)
  return size
}

/**
 * Reads the number of a page, from 1.
 *
 * @throws Refused with `invalid_page`, also when it is missing and there is none by default.
 */
export function readPageNumber(text: string | undefined, byDefault?: number): number {
  if (!text && byDefault !== undefined) return byDefault
  if (!text || !/^\d{1,9}$/.test(text) || Number(text) < 1) throw new Refused(errors.invalidPage)
  return Number(text)
}
