import { type Expression, type SqlBool, sql } from 'kysely'
import { memberFilter } from '../../../contract/endpoints/members.ts'
import { errors } from '../../../contract/errors.ts'
import { isDay } from '../../../contract/isDay.ts'
import { limits } from '../../../contract/limits.ts'
import { bareName } from '../../../contract/memberName.ts'
import type { MemberRole, MemberState } from '../../../contract/words.ts'
import { parseChoice } from '../../platform/http/parameters.ts'
import { Refused } from '../../platform/http/refused.ts'
import { isSeenFrom } from './addresses.ts'

/** Filters of accounts as they stand in a URL; empty ones do not filter. */
export interface MemberFilter {
  readonly q?: string
  readonly state?: string
  readonly role?: string
  readonly since?: string
  readonly before?: string
  readonly ip?: string
  readonly mailDomain?: string
  readonly writtenMax?: string
}

/** A condition on the columns of `users`. */
export type Condition = Expression<SqlBool>

/** @returns conditions that all hold for the accounts that match. @throws Refused with `invalid_filter`. */
export function memberConditions(given: MemberFilter): Condition[] {
  const state = parseChoice(memberFilter.state, given.state)
  const role = parseChoice(memberFilter.role, given.role)
  return [
    ...(state ? [inState[state]] : []),
    ...(role ? [withRole[role]] : []),
    ...foundBy((given.q ?? '').trim()),
    ...where(given.since, parseMoment, (at) => sql`users.created_at >= ${at}`),
    ...where(given.before, parseMoment, (at) => sql`users.created_at < ${at}`),
    ...where(given.ip, isSeenFrom, (seen) => seen),
    ...where(given.mailDomain, parseDomain, (domain) => sql`lower(email) like ${`%@${domain}`}`),
    ...where(given.writtenMax, parseCount, (most) => sql`post_count + comment_count <= ${most}`),
  ]
}

/** No condition for a missing or empty text. */
function where<T>(
  text: string | undefined,
  parse: (text: string) => T | null,
  condition: (value: T) => Condition,
): Condition[] {
  const given = text?.trim()
  if (!given) return []
  const value = parse(given)
  if (value === null) throw new Refused(errors.invalidMemberRange)
  return [condition(value)]
}

const moment = /^(?!0000)(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?)(Z|[+-]\d\d:\d\d)?)?$/i

/** `2026-11-27`, `2026-11-27T10:15` or RFC 3339; without an offset, in UTC. */
export function parseMoment(text: string): Date | null {
  const [, day = '', time = '00:00', offset = 'Z'] = moment.exec(text) ?? []
  if (!isDay(day)) return null
  const at = new Date(`${day}T${time}${offset.toUpperCase()}`)
  return Number.isNaN(at.getTime()) ? null : at
}

/** With or without the @ before it. Its characters are those of names of hosts, which are none of `like` except `_`. */
function parseDomain(text: string): string | null {
  const domain = text.toLowerCase().replace(/^@/, '')
  return /^[^\s@%\\]{1,253}$/.test(domain) ? domain.replaceAll('_', '\\_') : null
}

const parseCount = (text: string): number | null => (/^\d{1,9}$/.test(text) ? Number(text) : null)

const isActive = sql<boolean>`banned_at is null and deleted_at is null`
const inState: Record<MemberState, Condition> = {
  active: isActive,
  new: sql<boolean>`${isActive} and created_at > now() - make_interval(days => ${sql.lit(limits.newMemberDays)})`,
  banned: sql<boolean>`id in (
    select id from users where banned_at is not null
    union all select user_id from site_bans where is_ban_in_force(expires_at))`,
  deleted: sql<boolean>`deleted_at is not null`,
}

const moderates = sql<boolean>`exists (select from moderators where moderators.user_id = users.id)`
const withRole: Record<MemberRole, Condition> = {
  admin: sql<boolean>`is_admin`,
  moderator: moderates,
  member: sql<boolean>`not is_admin and not ${moderates}`,
}

function foundBy(text: string): Condition[] {
  if (text === '') return []
  const seenFrom = isSeenFrom(text)
  if (seenFrom) return [seenFrom]
  const name = bareName(text).toLowerCase()
  if (name.includes('@')) return [sql<boolean>`lower(email) = ${name}`]
  return [sql<boolean>`username_key like ${`${name.replace(/[_%\\]/g, '\\$&')}%`}`]
}
