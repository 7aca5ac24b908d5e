import { sql } from 'kysely'
import type { Transparency } from '../../../contract/entities/transparency.ts'
import { errors } from '../../../contract/errors.ts'
import type { Language } from '../../../contract/languages.ts'
import { inLanguage } from '../../../contract/texts/language.ts'
import type { Db } from '../../platform/database/connection.ts'
import { Refused } from '../../platform/http/refused.ts'
import { countsOfDays } from './countDays.ts'
import { rowsOf, type YearCounts } from './transparencyRows.ts'

/**
 * Counts of a calendar year (UTC): those that are stored, and of the days since then those of the log.
 *
 * @param given the year as text; the current one if it is missing or empty.
 * @param language of the labels.
 * @throws Refused with `invalid_year` for a year without counts.
 */
export async function getTransparency(
  db: Db,
  given: string | undefined,
  language: Language,
): Promise<Transparency> {
  const span = await getSpan(db)
  const years = Array.from({ length: span.lastYear - span.firstYear + 1 }, (_, ago) => span.lastYear - ago)
  const year = given ? Number(given) : span.lastYear
  if (given && (!/^\d{4}$/.test(given) || !years.includes(year))) throw new Refused(errors.invalidYear)
  const firstDay = latest(`${year}-01-01`, span.first)
  const lastDay = earliest(`${year}-12-31`, span.today)
  const counts = await getYearCounts(db, { firstDay, lastDay, firstLive: latest(firstDay, span.firstLive) })
  return { year, years, firstDay, lastDay, rows: inLanguage(language, () => rowsOf(counts)) }
}

/** Days in UTC as texts, which sort by time. */
const latest = (one: string, other: string) => (one > other ? one : other)
const earliest = (one: string, other: string) => (one < other ? one : other)

/** The days that can be counted: from the first one that was stored, or else today. */
async function getSpan(db: Db) {
  const { rows } = await sql<{ first: string; firstLive: string; today: string }>`
    select to_char(coalesce(min(day), today), 'YYYY-MM-DD') as first,
      to_char(coalesce(max(day) + 1, today), 'YYYY-MM-DD') as "firstLive", to_char(today, 'YYYY-MM-DD') as today
    from (select (now() at time zone 'UTC')::date as today) as now left join moderation_days on true
    group by today`.execute(db)
  const [span] = rows
  if (!span) throw new Error('A statement with one group gave no row.')
  return { ...span, firstYear: Number(span.first.slice(0, 4)), lastYear: Number(span.today.slice(0, 4)) }
}

/** Reads at most 366 stored days, and the log of the days that are not stored: since the last daily job. */
async function getYearCounts(
  db: Db,
  { firstDay, lastDay, firstLive }: { firstDay: string; lastDay: string; firstLive: string },
): Promise<YearCounts> {
  const { rows } = await sql<YearCounts>`
    with days as materialized (
      select day, counts, minutes from moderation_days where day between ${firstDay}::date and ${lastDay}::date
      union all select * from (${countsOfDays(sql`${firstLive}`, sql`${lastDay}`)}) as live
    ), summed as (
      select name, "as", kind, rule, sum(count)::integer as count
      from days, jsonb_to_recordset(counts) as entry (name text, "as" text, kind text, rule text, count integer)
      group by 1, 2, 3, 4
    ), medians as (
      select name, percentile_disc(0.5) within group (order by minute::integer) as median
      from days, jsonb_each(minutes) as measured (name, list), jsonb_array_elements_text(list) as minute
      group by name
    )
    select coalesce((select jsonb_agg(jsonb_strip_nulls(to_jsonb(summed)) order by name, "as", kind) from summed), '[]') as counts,
      coalesce((select jsonb_object_agg(name, median) from medians), '{}') as medians,
      (select round(avg((numbers ->> 'users_month')::integer))::integer from site_statistics
        where hour >= ${firstDay}::date::timestamp at time zone 'UTC'
          and hour < (${lastDay}::date + 1)::timestamp at time zone 'UTC') as "activeMembers",
      (select user_count from site_settings) as members`.execute(db)
  const [year] = rows
  if (!year) throw new Error('A statement without a table gave no row.')
  return year
}
