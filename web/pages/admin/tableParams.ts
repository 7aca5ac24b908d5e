import { bareName } from '../../../contract/memberName.ts'
import { securityEventKinds } from '../../../contract/securityEvents.ts'
import {
  memberRoles,
  memberSorts,
  memberStates,
  type StatisticsPeriod,
  statisticsPeriods,
  type VotePeriod,
  votePeriods,
} from '../../../contract/words.ts'
import type { MembersParams } from '../../data/admin/members.ts'
import type { SecurityEventsParams } from '../../data/admin/securityEvents.ts'

/** The path of a screen of the dashboard; the first screen has no name. */
export const pathOfScreen = (name: string): string => (name === '' ? '/admin' : `/admin/${name}`)

/** The cursor of the first row, from the query of the URL; null at the beginning. */
export const parseTable = (search: URLSearchParams) => ({ from: search.get('next') })

const oneOf = <T extends string>(words: readonly T[], text: string | null): T | null =>
  words.find((word) => word === text) ?? null

/** The filters of the table of users, from the query of the URL; unknown values are ignored. */
export const parseMembers = (search: URLSearchParams): MembersParams => ({
  ...parseTable(search),
  q: search.get('q')?.trim() ?? '',
  since: search.get('since')?.trim() ?? '',
  before: search.get('before')?.trim() ?? '',
  ip: search.get('ip')?.trim() ?? '',
  mailDomain: search.get('mailDomain')?.trim() ?? '',
  writtenMax: search.get('writtenMax')?.trim() ?? '',
  state: oneOf(memberStates, search.get('state')),
  role: oneOf(memberRoles, search.get('role')),
  sort: oneOf(memberSorts, search.get('sort')) ?? 'new',
})

/** The period of the charts, from the query of the URL. */
export const parsePeriod = (search: URLSearchParams): StatisticsPeriod =>
  oneOf(statisticsPeriods, search.get('period')) ?? 'week'

/** The period of the patterns of votes, from the query of the URL. */
export const parseVotePeriod = (search: URLSearchParams): VotePeriod =>
  oneOf(votePeriods, search.get('period')) ?? 'week'

/** The year of the counts, from the query of the URL; null for the current one. */
export const parseYear = (search: URLSearchParams): string | null => {
  const year = search.get('year') ?? ''
  return /^\d{4}$/.test(year) ? year : null
}

/** The filters of the log of settings, from the query of the URL; empty texts do not filter. */
export const parseChanges = (search: URLSearchParams) => ({
  ...parseTable(search),
  name: search.get('setting') ?? '',
  by: bareName(search.get('by') ?? ''),
  days: { from: search.get('from') ?? '', to: search.get('to') ?? '' },
})

/** The filters of security events, from the query of the URL; empty texts do not filter. */
export const parseSecurityEvents = (search: URLSearchParams): SecurityEventsParams => ({
  ...parseTable(search),
  kind: securityEventKinds.find((one) => one === search.get('kind')) ?? '',
  of: bareName(search.get('of') ?? ''),
  days: { from: search.get('from') ?? '', to: search.get('to') ?? '' },
})

/** The filter of applications, from the query of the URL. */
export const parseApplications = (search: URLSearchParams) => ({
  ...parseTable(search),
  filter: search.get('q') === 'decided' ? ('decided' as const) : ('waiting' as const),
})
