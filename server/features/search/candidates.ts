import { type RawBuilder, sql } from 'kysely'
import { unreadableCommunities } from '../../core/permissions/bans.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import type { SearchTerms } from './searchTerms.ts'
import { communityNamed, filterWords, indexQuery, words } from './termsExpression.ts'

type Sql = RawBuilder<unknown>

/** Scan this many of the newest texts before using the index; most searches need no more. */
const recentTexts = 16_000
/** On busy days these are read first without the index, which would find all matches of a day. */
const latestTexts = 3000
/** Words in this many of the newest texts count as frequent; their other matches are not counted. */
const frequentMatches = 100
/** Maximum number of matches of rarer words. */
const matchesMax = 6000
/** How many of these matches are ranked, the newest first. */
const rankedMax = 1000
/** How many texts with all words of a phrase are checked for the phrase itself. */
const checkedMax = 1200
/** How many matches are enough if that finds less, or if words were frequent in the past. */
const fallbackEnough = 200
/** How many of the posts with the most points are checked, and how many matches are enough. */
const bestCheckedMax = 1500
const bestMax = 100
/** The index is read day by day, or week by week if there would be too many days. */
const daysMax = 28
const weeksMax = 104

/** One of the two searched tables, and its key column. */
interface Subject {
  readonly table: 'post_search' | 'comment_search'
  readonly id: 'post_id' | 'comment_id'
}
export const subjects = {
  posts: { table: 'post_search', id: 'post_id' },
  comments: { table: 'comment_search', id: 'comment_id' },
} as const satisfies Record<string, Subject>

/** The first item of a page in the order of time. */
export interface NewCursor {
  /** Microseconds since 1970. */
  readonly key: string
  readonly id: string
}

const momentOf = ({ key }: NewCursor) => sql`timestamptz 'epoch' + ${key}::bigint * interval '1 microsecond'`
const dayOf = (iso: string) => sql`${iso}::timestamp at time zone 'utc'`

interface CandidateRange {
  readonly viewer: Viewer | null
  /** Excludes newer texts. */
  readonly cursor: NewCursor | null
  /** Size of a page in the order of time; null in other orders. */
  readonly newest: number | null
  /** Size of a page in the order of points; null in other orders. */
  readonly best: number | null
  /** Maximum number of ranked matches, if this is not a page of results. */
  readonly ranked?: number
  /** How many posts with the most points are checked. */
  readonly bestChecked?: number
}

/** The condition and the limits of the span of time. */
export function timeOf(terms: SearchTerms, subject: Subject, cursor: NewCursor | null) {
  const conditions: Sql[] = [sql`true`]
  const [begins, ends]: [Sql[], Sql[]] = [[], []]
  if (terms.after !== null) {
    conditions.push(sql`created_at >= ${dayOf(terms.after)}`)
    begins.push(dayOf(terms.after))
  }
  if (terms.before !== null) {
    conditions.push(sql`created_at < ${dayOf(terms.before)}`)
    ends.push(dayOf(terms.before))
  }
  if (cursor) {
    conditions.push(sql`(created_at, ${sql.ref(subject.id)}) <= (${momentOf(cursor)}, ${cursor.id}::bigint)`)
    ends.push(momentOf(cursor))
  }
  const from = sql.table(subject.table)
  return {
    isWithin: sql.join(conditions, sql` and `),
    begin: sql`greatest(${sql.join([sql`(select min(created_at) from ${from})`, ...begins])})`,
    end: sql`least(${sql.join([sql`(select max(created_at) from ${from})`, ...ends])})`,
  }
}

/** Excludes texts that were deleted since they were indexed, and comments on deleted posts. */
export const isLive = {
  posts: sql`exists (select from posts where posts.id = post_id and posts.deleted_at is null)`,
  comments: sql`exists (
    select from comments join posts on posts.id = comments.post_id
    where comments.id = comment_id and comments.deleted_at is null and posts.deleted_at is null)`,
}

/** How the texts of a search are read: the parts of the statement that several of its expressions share. */
interface Reading {
  readonly subject: Subject
  readonly from: Sql
  readonly key: Sql
  readonly time: ReturnType<typeof timeOf>
  /** Whether a text has the words and may be shown. */
  readonly fits: Sql
  readonly newestFirst: Sql
  /** Size of a page in the order of time; null in other orders. */
  readonly newest: number | null
  readonly ranked: number
}

/**
 * The newest matches of the index within a slice of time. The slice is enough: the planner should not use an index on the
 * time as well. They are sorted without their words, because a busy day has very many.
 */
const foundIn = ({ subject, key, from, time, newestFirst }: Reading, slice: Sql, most: number) => sql`
    select text.*
    from (
      select ${key} as number from (
        select ${key}, created_at from ${from}
        where words @@ (${indexQuery} && quote_literal(${slice})::tsquery) offset 0) as sliced
      where ${time.isWithin} ${newestFirst} limit ${sql.lit(most)}) as newest
      cross join lateral (${probed(subject, sql`newest.number`)}) as text`

/** A row of `candidates`. */
interface Candidate {
  readonly id: string
  readonly created_at: Date
  readonly words: string
}

/**
 * The query of the common table expression `candidates`, which must be materialized: the texts that a page is chosen from.
 * Refers to `search_terms`.
 *
 * The newest texts are searched first, day by day backwards. Frequent words have enough matches there, which are the page
 * in the order of time. For rarer words the index finds all matches, and the newest of them are ranked. So the cost does
 * not grow with the frequency of words or the size of the forum. In other orders than that of time, matches among the posts
 * with the most points are added where not all matches were found.
 *
 * Takes no locks. Reads the GIN index on the words, and the index of posts by points in each age band.
 */
export function candidates(
  name: keyof typeof subjects,
  terms: SearchTerms,
  { viewer, cursor, newest, best, ranked = rankedMax, bestChecked = bestCheckedMax }: CandidateRange,
): RawBuilder<Candidate> {
  const subject = subjects[name]
  const [from, key] = [sql.table(subject.table), sql.ref(subject.id)]
  const time = timeOf(terms, subject, cursor)
  const isVisible = sql.join(
    [
      unmuted(viewer, { author: sql`author_id`, community: sql`community_id` }),
      // The other orders join the posts for their points.
      ...(newest === null ? [] : [isLive[name]]),
    ],
    sql` and `,
  )
  const newestFirst = sql`order by created_at desc, ${key} desc`
  if (terms.words === '' && filterWords(terms).length === 0)
    return sql`(
      select ${key} as id, created_at, words from ${from} where ${time.isWithin} and ${isVisible}
      ${newestFirst} limit ${sql.lit(newest ?? ranked)})`
  const fits = terms.words === '' ? isVisible : sql`words @@ ${words} and ${isVisible}`
  const reading: Reading = { subject, from, key, time, fits, newestFirst, newest, ranked }
  const amongBest =
    name === 'posts' && newest === null && terms.author === null
      ? sql`union all
      select id, created_at, words from (${bestPosts(terms, { isWithin: time.isWithin, fits, enough: best ?? bestMax, checked: bestChecked })}) as best
      where id not in (select id from chosen)`
      : sql``
  return sql`(
    with ${newestSlices(reading)},
    ${recentMatches(reading)},
    ${chosenMatches(reading)}
    select id, created_at, words from chosen
    ${amongBest})`
}

/** `slices (word, first_day)`: the days, or weeks, that the newest texts are from, as words of the index; newest first. */
const newestSlices = ({ from, time }: Reading): Sql => sql`
    span as materialized (select ${time.begin} as begins_at, ${time.end} as ends_at),
    days as materialized (
      select day_of(ends_at) as last, greatest(day_of(begins_at), day_of((
        select created_at from ${from} where created_at <= (select ends_at from span)
        order by created_at desc offset ${sql.lit(recentTexts)} limit 1))) as first, day_of(begins_at) as begin
      from span),
    slices as materialized (
      select day_word(day) as word, day as first_day
      from days cross join generate_series(last, first, -1) as day where last - first < ${sql.lit(daysMax)}
      union all
      select week_word(week), week * 7
      from days cross join generate_series(
        last / 7, greatest(first / 7, last / 7 - ${sql.lit(weeksMax - 1)}), -1) as week
      where last - first >= ${sql.lit(daysMax)})`

/**
 * `recent`: matches among the newest texts, which are those of the `latest` texts if there are enough. `first_choice (part)`: whether they are the page (`recent`), or all matches of the
 * index are looked for (`all`), or older ones week by week (`older`), because the words are frequent.
 */
function recentMatches(reading: Reading): Sql {
  const { key, from, time, newestFirst, fits, newest, ranked } = reading
  const fewest = sql.lit(newest ?? fallbackEnough / 4)
  const most = newest === null ? ranked : 3 * frequentMatches
  return sql`
    latest as materialized (
      select id, created_at, words, ${fits} as fits
      from (
        select ${key} as id, * from ${from}
        where created_at <= (select ends_at from span) and (select last - first <= 1 from days) and ${time.isWithin}
        ${newestFirst} limit ${sql.lit(latestTexts)}) as text
      where words @@ ${indexQuery} limit ${sql.lit(most)}),
    is_found as materialized (select count(*) = ${sql.lit(most)} as by_latest from latest),
    recent as materialized (
      select id, created_at, words, fits from latest where (select by_latest from is_found)
      union all (
        select found.id, found.created_at, found.words, ${fits}
        from (select word from slices where (select not by_latest from is_found)) as slice
          cross join lateral (${foundIn(reading, sql`slice.word`, most)}) as found
        limit ${sql.lit(most)})),
    sample as materialized (
      select is_frequent, fitting >= ${fewest} as is_enough, querytree(${indexQuery}) <> 'T' as is_indexed,
        case when ${words}::text ~ '<' then ${sql.lit(checkedMax)} else ${sql.lit(ranked)} end as most,
        not is_frequent and (select min(first_day) from slices) <= (select begin from days) as is_whole
      from (
        select count(*) >= ${sql.lit(frequentMatches)} as is_frequent, count(*) filter (where fits) as fitting
        from recent) as counted),
    first_choice as materialized (
      select case
        when is_whole or is_frequent and is_enough ${newest === null ? sql`` : sql`or is_enough`} then 'recent'
        when is_frequent or not is_indexed then 'older' else 'all' end as part
      from sample)`
}

/** `chosen (id, created_at, words)`: the matches that `source` names, which differs from the first choice if there are too many. */
function chosenMatches(reading: Reading): Sql {
  const { subject, from, key, time, fits, newestFirst, newest, ranked } = reading
  const enough = newest ?? ranked
  return sql`
    matches as materialized (
      select ${key}, created_at from ${from}
      where words @@ ${indexQuery} and (select part = 'all' from first_choice) limit ${sql.lit(matchesMax + 1)}),
    source as materialized (
      select case when part = 'all' and (select count(*) from matches) > ${sql.lit(matchesMax)} then 'older' else part end
        as part from first_choice),
    chosen as materialized (
      select id, created_at, words from recent where fits and (select part = 'recent' from source)
      union all (${matchesOfIndex()})
      union all (${olderMatches()}))`

  function matchesOfIndex(): Sql {
    return sql`
        select text.id, text.created_at, text.words
        from (
          select ${key} as number from matches where (select part = 'all' from source) and ${time.isWithin}
          ${newestFirst} limit (select most from sample)) as latest
          cross join lateral (${probed(subject, sql`latest.number`)}) as text
        where ${fits} order by created_at desc, id desc limit ${sql.lit(enough)}`
  }

  function olderMatches(): Sql {
    return sql`
        select id, created_at, words
        from (
          select found.* from generate_series(week_of((select ends_at from span)), case
            when (select part = 'older' from source) then week_of((select begins_at from span)) end, -1) as week
            cross join lateral (${foundIn(reading, sql`week_word(week)`, checkedMax)}) as found
          limit ${sql.lit(checkedMax)}) as latest
        where ${fits} limit ${sql.lit(Math.min(enough, fallbackEnough))}`
  }
}

/** One text, looked up by its id: the planner would otherwise use the index to find all matches. */
const probed = ({ table, id }: Subject, number: Sql): Sql =>
  sql`select ${sql.ref(id)} as id, * from ${sql.table(table)} where ${sql.ref(`${table}.${id}`)} = ${number} offset 0`

/** For very many matches: those among the posts with the most points. */
function bestPosts(
  terms: SearchTerms,
  { isWithin, fits, enough, checked }: { isWithin: Sql; fits: Sql; enough: number; checked: number },
): Sql {
  const place = terms.community === null ? sql`true` : sql`community_id = ${communityNamed(terms.community)}`
  const order = sql`order by points desc, id desc limit ${sql.lit(checked)}`
  // One sorted stream per age band, as in the index; they are merged and read only as far as necessary.
  const streams = [0, 1, 2, 3, 4].map(
    (age) => sql`(select id, points from posts
      where deleted_at is null and age_band = ${sql.lit(age)} and ${place} ${order})`,
  )
  return sql`
    select text.id, created_at, words
    from (
        select from source, sample
        where not is_whole and (part <> 'all' or (select count(*) from matches) > ${sql.lit(rankedMax)})) as wanted
      cross join lateral (
        select id from (${sql.join(streams, sql` union all `)}) as merged ${order}) as best
      cross join lateral (${probed(subjects.posts, sql`best.id`)}) as text
    where words @@ ${indexQuery} and ${isWithin} and ${fits} limit ${sql.lit(enough)}`
}

/** Whether texts are excluded for one viewer: all that they muted or may not read, if there is anything of it. */
export const excludesTexts = (viewer: Viewer | null): boolean =>
  viewer !== null &&
  (viewer.mutesMembers || viewer.mutesCommunities || unreadableCommunities(viewer).length > 0)

/** Conditions that exclude muted and unreadable content, on a table with `author_id` and `community_id`. */
export function unmuted(viewer: Viewer | null, { author, community }: { author: Sql; community: Sql }): Sql {
  const conditions: Sql[] = [sql`true`]
  if (viewer?.mutesMembers)
    conditions.push(sql`not exists (select from user_mutes
      where user_mutes.user_id = ${viewer.id} and user_mutes.muted_user_id = ${author})`)
  if (viewer?.mutesCommunities)
    conditions.push(sql`not exists (select from community_mutes
      where community_mutes.user_id = ${viewer.id} and community_mutes.muted_community_id = ${community})`)
  const unreadable = unreadableCommunities(viewer)
  if (unreadable.length > 0) conditions.push(sql`${community} <> all(${unreadable}::bigint[])`)
  return sql.join(conditions, sql` and `)
}
