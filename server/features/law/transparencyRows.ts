import type { TransparencyRow } from '../../../contract/entities/transparency.ts'
import { t } from '../../../contract/texts/t.ts'
import { banKinds, type NoticeAct, noticeActs } from '../../../contract/words.ts'
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

/** What is counted, with its label. */
type Measure = readonly [CountedAction | 'removed_with_ban', () => string]

/** Further rules are counted together. */
const rulesShown = 30

const measures = [
  ['remove_post', () => t('Posts removed')],
  ['remove_post_content', () => t('Removed posts whose content was also removed')],
  ['remove_comment', () => t('Comments removed')],
  ['removed_with_ban', () => t('Posts and comments removed together with a ban')],
  ['erase_post', () => t('Posts permanently erased')],
  ['erase_comment', () => t('Comments permanently erased')],
  ['lock_post', () => t('Posts locked')],
  ['lock_comment', () => t('Comments locked')],
  ['ban_from_community', () => t('Community bans')],
  ['ban_user', () => t('Site bans')],
  ['ban_user_with_content', () => t('Site bans with content removed')],
  ['delete_user', () => t('Members erased')],
  ['silence_reporter', () => t('Members whose reports were hidden')],
  ['block_ip', () => t('IP addresses and ranges blocked')],
] as const satisfies readonly Measure[]
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
const reversals = [
  ['restore_post', () => t('Posts restored')],
  ['restore_comment', () => t('Comments restored')],
  ['restore_removed', () => t('Bans with content restored')],
  ['unlock_post', () => t('Posts unlocked')],
  ['unlock_comment', () => t('Comments unlocked')],
  ['unban_from_community', () => t('Community bans lifted')],
  ['unban_user', () => t('Site bans lifted')],
] as const satisfies readonly Measure[]

const decisionLabel = (act: NoticeAct): string =>
  t(
    '{act, select, keep {Decided: no action} lock {Decided: locked} remove {Decided: removed} erase {Decided: erased} ban {Decided: member banned} other {Decided: another action}}',
    { act },
  )

/** The rows of the report of a year, in words of the current language. */
export function rowsOf(year: YearCounts): TransparencyRow[] {
  const sumOf = (...names: ModerationCount['name'][]) =>
    sum(year.counts.filter(({ name }) => names.includes(name)))
  const section = (name: string, rows: readonly Partial<TransparencyRow>[]): TransparencyRow[] =>
    rows.map((row) => ({ section: name, label: '', number: null, unit: 'count', ...row }))
  const ofKind = (requested: ModerationCount['name'], kinds: readonly string[]) =>
    sum(year.counts.filter(({ name, kind }) => name === requested && kinds.includes(kind ?? '')))
  return [
    ...section(t('Notices to the admins'), [
      { label: t('Received: illegal content'), number: ofKind('notice_received', ['unlawful']) },
      { label: t('Received: against the rules'), number: ofKind('notice_received', ['rules']) },
      ...noticeActs.map((act) => ({
        label: decisionLabel(act),
        number: ofKind('notice_decided', [act]),
      })),
      { label: t('Median time to a decision'), number: year.medians.notice ?? null, unit: 'minutes' },
      { label: t('Complaints about decisions'), number: sumOf('complaint_received') },
      { label: t('Complaints: decision upheld'), number: ofKind('complaint_decided', ['keep']) },
      {
        label: t('Complaints: decision changed'),
        number: ofKind(
          'complaint_decided',
          noticeActs.filter((act) => act !== 'keep'),
        ),
      },
      {
        label: t('Median time to answer a complaint'),
        number: year.medians.complaint ?? null,
        unit: 'minutes',
      },
    ]),
    ...section(t('Reports by members'), [
      { label: t('Filed'), number: sumOf('report_filed') },
      { label: t('Accepted: removed'), number: sumOf('report_removed') },
      { label: t('Accepted: locked'), number: sumOf('report_locked') },
      { label: t('No action taken'), number: sumOf('report_kept') },
    ]),
    ...section(
      t('Actions after reports or notices, or on our own initiative'),
      measures.flatMap(measureRows(year.counts)),
    ),
    ...section(t('Why content was removed or locked, or members banned'), basisRows(year.counts)),
    ...section(t('Actions by rule'), ruleRows(year.counts)),
    ...section(t('Actions undone'), reversals.flatMap(measureRows(year.counts))),
    ...section(t('Appeals'), [
      { label: t('Filed'), number: sumOf('appeal_filed') },
      { label: t('Accepted'), number: sumOf('appeal_overturned') },
      { label: t('Declined'), number: sumOf('appeal_upheld') },
      { label: t('Median time to an answer'), number: year.medians.appeal ?? null, unit: 'minutes' },
    ]),
    ...section(t('Other'), [
      { label: t('Automated decisions about content or accounts'), number: sumOf('basis_automation') },
      { label: t('Orders from authorities (not counted here; add them yourself)') },
    ]),
    ...section(t('Members'), [
      { label: t('Accounts today'), number: year.members },
      { label: t('Average monthly active members'), number: year.activeMembers },
    ]),
  ]
}

const sum = (counts: readonly ModerationCount[]) => counts.reduce((total, { count }) => total + count, 0)

/** A row for each role and kind of ban that occurs, or one row that says 0. */
const measureRows =
  (counts: readonly ModerationCount[]) =>
  ([action, labelOf]: Measure): Partial<TransparencyRow>[] => {
    const label = labelOf()
    const byLabel = new Map<string, number>()
    for (const { as, kind, count } of counts.filter(({ name }) => name === action)) {
      const full = withRole(withKind(label, kind), as)
      byLabel.set(full, (byLabel.get(full) ?? 0) + count)
    }
    if (byLabel.size === 0) return [{ label, number: 0 }]
    return [...byLabel].map(([full, number]) => ({ label: full, number }))
  }

function withKind(measure: string, name: string | undefined): string {
  const kind = banKinds.find((known) => known === name)
  return kind
    ? t(
        '{kind, select, posting {{measure} (posting)} commenting {{measure} (commenting)} participating {{measure} (everything except reading)} other {{measure} (everything, including reading)}}',
        { measure, kind },
      )
    : measure
}

const withRole = (measure: string, as: ModerationCount['as']): string =>
  as
    ? t('{as, select, mods {{measure}, by moderators} other {{measure}, by admins}}', { measure, as })
    : measure

/** Removals, locks and bans by what led to them. Bans and older entries of the log often do not say it. */
function basisRows(counts: readonly ModerationCount[]): Partial<TransparencyRow>[] {
  const countOf = (...names: ModerationCount['name'][]) =>
    sum(counts.filter(({ name }) => names.includes(name)))
  const all = countOf(...explained)
  const [notice, reports, own, automation] = [
    countOf('basis_notice'),
    countOf('basis_reports'),
    countOf('basis_own'),
    countOf('basis_automation'),
  ]
  return [
    { label: t('A notice to the admins'), number: notice },
    { label: t('Reports by members'), number: reports },
    { label: t('Our own initiative'), number: own },
    { label: t('Automation rules'), number: automation },
    { label: t('Not recorded'), number: all - notice - reports - own - automation },
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
      ? [{ label: t('Other rules'), number: others.reduce((total, [, number]) => total + number, 0) }]
      : []),
    { label: t('No rule given'), number: sum(taken.filter(({ rule }) => !rule)) },
  ]
}
