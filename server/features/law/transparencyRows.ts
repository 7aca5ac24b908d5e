import { banKindWords } from '../../../contract/bans.ts'
import type { TransparencyRow } from '../../../contract/entities/transparency.ts'
import { isKeyOf } from '../../../contract/objects.ts'
import { type NoticeAct, noticeActs } from '../../../contract/words.ts'
import type { CountedAction, Measured, ModerationCount } from './countDays.ts'

/** What a year is made of: sums of its days, medians, and averages of members. */
export interface YearCounts {
  readonly counts: readonly ModerationCount[]
  /** The median of minutes. */
  readonly medians: { readonly [Name in Measured]?: number }
  /** Null before the first hourly count of the year. */
  readonly activeMembers: number | null
  readonly members: number
}

/** Further rules are counted together. */
const rulesShown = 30

const measures: readonly (readonly [CountedAction | 'removed_with_ban', string])[] = [
  ['remove_post', 'Posts removed'],
  ['remove_post_content', 'Removed posts whose content was removed, too'],
  ['remove_comment', 'Comments removed'],
  ['removed_with_ban', 'Posts and comments removed together with a ban'],
  ['erase_post', 'Posts erased for good'],
  ['erase_comment', 'Comments erased for good'],
  ['lock_post', 'Posts locked'],
  ['lock_comment', 'Comments locked'],
  ['ban_from_community', 'Bans from a community'],
  ['ban_user', 'Bans from the site'],
  ['ban_user_with_content', 'Bans from the site with content removed'],
  ['delete_user', 'Members erased'],
  ['silence_reporter', 'Members whose reports were hidden'],
  ['block_ip', 'IP addresses and ranges blocked'],
]
/** Those whose entries in the log can say what led to them. */
const explained = [
  'remove_post',
  'remove_post_content',
  'remove_comment',
  'erase_post',
  'erase_comment',
  'lock_post',
  'lock_comment',
  'ban_from_community',
  'ban_user',
  'ban_user_with_content',
] as const
const reversals: readonly (readonly [CountedAction, string])[] = [
  ['restore_post', 'Posts restored'],
  ['restore_comment', 'Comments restored'],
  ['restore_removed', 'Bans whose removed content was restored'],
  ['unlock_post', 'Posts unlocked'],
  ['unlock_comment', 'Comments unlocked'],
  ['unban_from_community', 'Bans from a community lifted'],
  ['unban_user', 'Bans from the site lifted'],
]
const noticeActLabels: Record<NoticeAct, string> = {
  keep: 'nothing was done',
  lock: 'locked',
  remove: 'removed',
  erase: 'erased',
  ban: 'member banned',
  other: 'something else was done',
}
const roles = { mods: 'by moderators', admins: 'by admins' }

/** The rows of the report of a year, in plain words. */
export function rowsOf(year: YearCounts): TransparencyRow[] {
  const sumOf = (...names: ModerationCount['name'][]) =>
    sum(year.counts.filter(({ name }) => names.includes(name)))
  const section = (name: string, rows: readonly Partial<TransparencyRow>[]): TransparencyRow[] =>
    rows.map((row) => ({ section: name, label: '', number: null, unit: 'count', ...row }))
  const ofKind = (wanted: ModerationCount['name'], kinds: readonly string[]) =>
    sum(year.counts.filter(({ name, kind }) => name === wanted && kinds.includes(kind ?? '')))
  return [
    ...section('Notices to the admins', [
      { label: 'Received, of unlawful content', number: ofKind('notice_received', ['unlawful']) },
      { label: 'Received, of what is against the rules', number: ofKind('notice_received', ['rules']) },
      ...noticeActs.map((act) => ({
        label: `Decided: ${noticeActLabels[act]}`,
        number: ofKind('notice_decided', [act]),
      })),
      { label: 'Median time to the decision', number: year.medians.notice ?? null, unit: 'minutes' },
      { label: 'Complaints about decisions', number: sumOf('complaint_received') },
      { label: 'Complaints: the decision stays', number: ofKind('complaint_decided', ['keep']) },
      {
        label: 'Complaints: the decision was changed',
        number: ofKind(
          'complaint_decided',
          noticeActs.filter((act) => act !== 'keep'),
        ),
      },
      {
        label: 'Median time to the answer to a complaint',
        number: year.medians.complaint ?? null,
        unit: 'minutes',
      },
    ]),
    ...section('Reports by members', [
      { label: 'Filed', number: sumOf('report_filed') },
      { label: 'Agreed with: removed', number: sumOf('report_removed') },
      { label: 'Agreed with: locked', number: sumOf('report_locked') },
      { label: 'Not agreed with', number: sumOf('report_kept') },
    ]),
    ...section(
      'Measures, after reports, notices and on own initiative',
      measures.flatMap(measureRows(year.counts)),
    ),
    ...section('What led to removals, locks and bans', basisRows(year.counts)),
    ...section('Measures by rule', ruleRows(year.counts)),
    ...section('Measures taken back', reversals.flatMap(measureRows(year.counts))),
    ...section('Appeals', [
      { label: 'Filed', number: sumOf('appeal_filed') },
      { label: 'Granted', number: sumOf('appeal_overturned') },
      { label: 'Refused', number: sumOf('appeal_upheld') },
      { label: 'Median time to the answer', number: year.medians.appeal ?? null, unit: 'minutes' },
    ]),
    ...section('Not by moderators and admins', [
      { label: 'Automated decisions about content or accounts', number: 0 },
      { label: 'Orders of authorities: the program does not count them, add yours' },
    ]),
    ...section('Members', [
      { label: 'Accounts now', number: year.members },
      { label: 'Active within a month, on average', number: year.activeMembers },
    ]),
  ]
}

const sum = (counts: readonly ModerationCount[]) => counts.reduce((total, { count }) => total + count, 0)

/** A row for each role and kind of ban that occurs, or one row that says 0. */
const measureRows =
  (counts: readonly ModerationCount[]) =>
  ([action, label]: readonly [ModerationCount['name'], string]): Partial<TransparencyRow>[] => {
    const byLabel = new Map<string, number>()
    for (const { as, kind, count } of counts.filter(({ name }) => name === action)) {
      const forbidden = kind && isKeyOf(banKindWords, kind) ? ` (${banKindWords[kind]})` : ''
      const full = `${label}${forbidden}${as ? `, ${roles[as]}` : ''}`
      byLabel.set(full, (byLabel.get(full) ?? 0) + count)
    }
    if (byLabel.size === 0) return [{ label, number: 0 }]
    return [...byLabel].map(([full, number]) => ({ label: full, number }))
  }

/** Removals, locks and bans by what led to them. Bans and older entries of the log often do not say it. */
function basisRows(counts: readonly ModerationCount[]): Partial<TransparencyRow>[] {
  const countOf = (...names: ModerationCount['name'][]) =>
    sum(counts.filter(({ name }) => names.includes(name)))
  const all = countOf(...explained)
  const [notice, reports, own] = [countOf('basis_notice'), countOf('basis_reports'), countOf('basis_own')]
  return [
    { label: 'A notice to the admins', number: notice },
    { label: 'Reports by members', number: reports },
    { label: 'Own initiative', number: own },
    { label: 'Not recorded', number: all - notice - reports - own },
  ]
}

/** Removals, locks and bans by the rule that they name, the most frequent first. */
function ruleRows(counts: readonly ModerationCount[]): Partial<TransparencyRow>[] {
  const taken = counts.filter(({ name }) =>
    measures.some(([action]) => action === name && action !== 'removed_with_ban'),
  )
  const byRule = new Map<string, number>()
  for (const { rule, count } of taken) if (rule) byRule.set(rule, (byRule.get(rule) ?? 0) + count)
  const sorted = [...byRule].toSorted(([, one], [, other]) => other - one)
  const others = sorted.slice(rulesShown)
  return [
    ...sorted.slice(0, rulesShown).map(([label, number]) => ({ label, number })),
    ...(others.length > 0
      ? [{ label: 'Other rules', number: others.reduce((total, [, number]) => total + number, 0) }]
      : []),
    { label: 'No rule named', number: sum(taken.filter(({ rule }) => !rule)) },
  ]
}
