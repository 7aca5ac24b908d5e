import { type RawBuilder, sql } from 'kysely'
import type { ModerationAction } from '../../../contract/moderationActions.ts'
import type { ActionBasis } from '../../../contract/words.ts'
import type { Db } from '../../platform/database/connection.ts'

/** How often one thing was done: by moderators or admins, for which kind of ban and for which rule, where there are such. */
export interface ModerationCount {
  /** An action of the moderation log, or something else. */
  readonly name: CountedAction | OtherCount
  readonly as?: 'mods' | 'admins'
  readonly kind?: string
  readonly rule?: string
  readonly count: number
}

/** Actions against contents and accounts, and their reversals. */
export const countedActions = [
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
  'delete_user',
  'silence_reporter',
  'block_ip',
  'restore_post',
  'restore_comment',
  'restore_removed',
  'unlock_post',
  'unlock_comment',
  'unban_from_community',
  'unban_user',
] as const satisfies readonly ModerationAction[]
export type CountedAction = (typeof countedActions)[number]

/** What is counted besides entries of the moderation log. */
export type OtherCount =
  | 'removed_with_ban'
  | `basis_${ActionBasis}`
  | 'report_filed'
  | 'report_removed'
  | 'report_locked'
  | 'report_kept'
  | 'appeal_filed'
  | 'appeal_upheld'
  | 'appeal_overturned'
  | 'notice_received'
  | 'notice_decided'
  | 'complaint_received'
  | 'complaint_decided'

/** Decisions of which the time is measured. */
export type Measured = 'appeal' | 'notice' | 'complaint'

const startOf = (day: RawBuilder<unknown>) => sql`(${day}::date::timestamp at time zone 'UTC')`
const endOf = (day: RawBuilder<unknown>) => startOf(sql`(${day}::date + 1)`)
const dayOf = (column: string) => sql`(${sql.ref(column)} at time zone 'UTC')::date`

/** Transactions that began on a day may end after it, but not an hour later. */
const settledHours = 1
const lastSettledDay = sql`((now() - make_interval(hours => ${sql.lit(settledHours)})) at time zone 'UTC')::date - 1`

/**
 * The counts of the days from `first` to `last`, one row each: `day`, `counts` (`ModerationCount[]`) and `minutes` (the minutes that
 * each decision took, by `Measured`). Reads the log and the appeals of these days by their indexes of time, and all noted reports.
 *
 * @param first, last expressions of a date.
 */
export const countsOfDays = (first: RawBuilder<unknown>, last: RawBuilder<unknown>): RawBuilder<unknown> => {
  const inDays = (column: string) =>
    sql`${sql.ref(column)} >= ${startOf(first)} and ${sql.ref(column)} < ${endOf(last)}`
  return sql`
    with logged as materialized (
      select ${dayOf('created_at')} as day, action, acted_as, details from moderation_log
      where ${inDays('created_at')} and action in (${sql.join(countedActions.map((action) => sql.lit(action)))})
    ), noticed as materialized (
      -- Once for all of the counts.
      select kind, act, second_act, received_at, decided_at, complained_at, second_decided_at from notices
      where ${sql.join(
        ['received_at', 'decided_at', 'complained_at', 'second_decided_at'].map(
          (column) => sql`(${inDays(column)})`,
        ),
        sql` or `,
      )}
    ), counted as (
      select day, action as name, acted_as as "as", details ->> 'kind' as kind, details ->> 'rule' as rule,
        count(*)::integer as count
      from logged group by 1, 2, 3, 4, 5
      union all
      select day, 'removed_with_ban', acted_as, null, null,
        sum(coalesce((details ->> 'noPosts')::integer, 0) + coalesce((details ->> 'noComments')::integer, 0))::integer
      from logged where details ?| array['noPosts', 'noComments'] group by 1, 3
      union all
      select day, 'basis_' || (details ->> 'basis'), null, null, null, count(*)::integer
      from logged where details ? 'basis' group by 1, 2
      union all
      -- Those of earlier days that were noted too late count for the first one.
      select greatest(${dayOf('happened_at')}, ${first}::date), 'report_' || event, null, null, null, sum(count)::integer
      from report_counts where happened_at < ${endOf(last)} group by 1, 2
      union all
      select ${dayOf('created_at')}, 'appeal_filed', null, null, null, count(*)::integer
      from appeals where ${inDays('created_at')} group by 1
      union all
      select ${dayOf('answered_at')}, 'appeal_' || outcome, answered_as, null, null, count(*)::integer
      from appeals where ${inDays('answered_at')} group by 1, 2, 3
      union all
      select ${dayOf('received_at')}, 'notice_received', null, kind, null, count(*)::integer
      from noticed where ${inDays('received_at')} group by 1, 4
      union all
      select ${dayOf('decided_at')}, 'notice_decided', null, act, null, count(*)::integer
      from noticed where ${inDays('decided_at')} group by 1, 4
      union all
      select ${dayOf('complained_at')}, 'complaint_received', null, null, null, count(*)::integer
      from noticed where ${inDays('complained_at')} group by 1
      union all
      select ${dayOf('second_decided_at')}, 'complaint_decided', null, second_act, null, count(*)::integer
      from noticed where ${inDays('second_decided_at')} group by 1, 4
    ), counts as (
      select day, jsonb_agg(jsonb_strip_nulls(to_jsonb(counted) - 'day')) as counts from counted
      where count > 0 group by day
    ), measured as (
      select ${dayOf('answered_at')} as day, 'appeal' as name,
        jsonb_agg((extract(epoch from answered_at - created_at) / 60)::integer) as minutes
      from appeals where ${inDays('answered_at')} group by 1
      union all
      select ${dayOf('decided_at')}, 'notice', jsonb_agg((extract(epoch from decided_at - received_at) / 60)::integer)
      from noticed where ${inDays('decided_at')} group by 1
      union all
      select ${dayOf('second_decided_at')}, 'complaint',
        jsonb_agg((extract(epoch from second_decided_at - complained_at) / 60)::integer)
      from noticed where ${inDays('second_decided_at')} group by 1
    ), minutes as (
      select day, jsonb_object_agg(name, minutes) as minutes from measured group by day
    )
    select days.day, coalesce(counts, '[]') as counts, coalesce(minutes, '{}') as minutes
    from (select day::date from generate_series(${first}::date::timestamp, ${last}::date::timestamp, '1 day') as day) as days
    left join counts on counts.day = days.day
    left join minutes on minutes.day = days.day`
}

/** The first day that is not stored yet: the one after the last stored one, or that of the first recorded event. */
const firstUncountedDay = sql`
  coalesce((select max(day) + 1 from moderation_days), (least(
    (select min(created_at) from moderation_log), (select min(created_at) from appeals),
    (select min(happened_at) from report_counts), (select min(received_at) from notices), now()) at time zone 'UTC')::date)`

/** A month at once: a statement of a second for a million entries. */
const daysAtOnce = 31

/**
 * Stores the counts of all days that are over, each once, and deletes the notes of reports that they include. After an interruption
 * the next run continues. Two at once do no harm: the second one stores and deletes nothing.
 */
export async function countModerationDays(db: Db, signal: AbortSignal): Promise<void> {
  for (let isMore = true; isMore && !signal.aborted; ) {
    const { rows } = await sql<{ isMore: boolean }>`
      with span as materialized (
        select first, least(first + ${sql.lit(daysAtOnce - 1)}, ${lastSettledDay}) as last
        from (select ${firstUncountedDay} as first) as uncounted
      ), stored as (
        insert into moderation_days (day, counts, minutes)
        select * from (${countsOfDays(sql`(select first from span)`, sql`(select last from span)`)}) as counted
        on conflict do nothing returning day
      ), forgotten as (
        delete from report_counts
        where happened_at < ${endOf(sql`(select last from span)`)} and exists (select from stored)
      )
      select coalesce((select first <= last from span), false) as "isMore"`.execute(db)
    isMore = rows[0]?.isMore ?? false
  }
}
