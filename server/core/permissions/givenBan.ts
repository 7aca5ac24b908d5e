import { errors } from '../../../contract/errors.ts'
import { isDay } from '../../../contract/isDay.ts'
import { type BanKind, banKinds } from '../../../contract/words.ts'
import { Refused } from '../../platform/http/refused.ts'

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/i

/** When a ban ends; null for never. A time in the past is invalid. */
export function parseExpiry(text: string | null | undefined): Date | null | 'invalid' {
  if (text === undefined || text === null || text === '') return null
  const at = new Date(moment.test(text) && isDay(text.slice(0, 10)) ? text : Number.NaN)
  return at.getTime() > Date.now() ? at : 'invalid'
}

/** The kind of the ban; null if it is not given, for the default. */
export function parseBanKind(text: string | null | undefined): BanKind | null | 'invalid' {
  if (text === undefined || text === null || text === '') return null
  return banKinds.find((kind) => kind === text) ?? 'invalid'
}

/** @throws Refused with `invalid_ban_kind` or `invalid_expires`. */
export function parseGivenBan(given: {
  readonly kind?: string | null | undefined
  readonly expires?: string | null | undefined
}): { kind: BanKind | null; expiresAt: Date | null } {
  const kind = parseBanKind(given.kind)
  if (kind === 'invalid') throw new Refused(errors.invalidBanKind)
  const expiresAt = parseExpiry(given.expires)
  if (expiresAt === 'invalid') throw new Refused(errors.invalidExpiry)
  return { kind, expiresAt }
}
