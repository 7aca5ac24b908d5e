import { type RawBuilder, sql } from 'kysely'
import type { Viewer } from '../../core/sessions/viewer.ts'
import type { Question } from './question.ts'

type Sql = RawBuilder<unknown>

/** The newest texts are looked through first: so many. Most questions are answered by that. */
const recentTexts = 16_000
/** Words that so many of the newest texts have are frequent: what else has them is not counted. */
const frequentMatches = 100
/** Of rarer words all matches are found, up to so many. */
const matchesMax = 6000
/** And the newest so many of them put in order. */
const rankedMax = 1000
/** How many texts with all words of a phrase are checked for the phrase itself. */
const lookedAtMax = 1200
/** When that finds less, or words turn out to have been frequent in the past, so many are enough. */
const fallbackEnough = 200
/** So many posts are looked through, those with the most points first, for so many that match. */
const bestLookedAt = 1500
const bestMax = 100
/** A day is one look into the index; where they would be too many, a week is one. */
const daysMax = 28
const weeksMax = 104

/** One of the two tables that are searched, and how its rows are called there. */
interface Subject {
  readonly table: 'post_search' | 'comment_search'
  readonly id: 'post_id' | 'comment_id'
}
const subjects = {
  posts: { table: 'post_search', id: 'post_id' },
  comments: { table: 'comment_search', id: 'comment_id' },
} as const satisfies Record<string, Subject>

/** What narrows a question, as words that the index knows. */
function filterWords({ author, community, type }: Question): Sql[] {
  const words: Sql[] = []
  if (author !== null)
    words.push(sql`'§a' || (select id from users where username_key = ${author} and deleted_at is null)`)
  if (community !== null) words.push(sql`'§c' || ${communityNamed(community)}`)
  if (type !== null) words.push(sql`'§t' || ${type}::text`)
  return words
}

const communityNamed = (name: string) =>
  sql`(select id from communities where name_key = ${name} and deleted_at is null)`

/**
 * A question as PostgreSQL's queries: `words` is what must fit, and `gathered` what the index is asked: everything that
 * narrows it, and all words of a phrase. Null finds nothing: words of no meaning, an author who is not there.
 */
export function askedFor(question: Question): Sql {
  const filters = filterWords(question).map((word) => sql`quote_literal(${word})::tsquery`)
  const loose = sql`case when numnode(words) > 0 then loose_query(words) end`
  const gathered = sql.join(question.words === '' ? filters : [loose, ...filters], sql` && `)
  return sql`asked as materialized (
    select words, ${question.words === '' && filters.length === 0 ? sql`null::tsquery` : gathered} as gathered
    from (select websearch_to_tsquery('forum_words', ${question.words}) as words) as given)`
}

/** The query, for what follows `askedFor`. */
export const words = sql`(select words from asked)`
const gathered = sql`(select gathered from asked)`

/** The first item of a page in the order of time. */
export interface NewCursor {
  /** Microseconds since 1970. */
  readonly key: string
  readonly id: string
}

const momentOf = ({ key }: NewCursor) => sql`timestamptz 'epoch' + ${key}::bigint * interval '1 microsecond'`
const dayOf = (iso: string) => sql`${iso}::timestamp at time zone 'utc'`

interface Drawing {
  readonly viewer: Viewer | null
  /** Only what is not newer than this. */
  readonly cursor: NewCursor | null
  /** How many of the newest make a page in the order of time; null in other orders. */
  readonly newest: number | null
  /** How many of the best make a page in the order of points; null in other orders. */
  readonly best: number | null
}

/** Which rows the span of time leaves, and from where to where it goes. */
function timeOf(question: Question, subject: Subject, cursor: NewCursor | null) {
  const conditions: Sql[] = [sql`true`]
  const [begins, ends]: [Sql[], Sql[]] = [[], []]
  if (question.after !== null) {
    conditions.push(sql`created_at >= ${dayOf(question.after)}`)
    begins.push(dayOf(question.after))
  }
  if (question.before !== null) {
    conditions.push(sql`created_at < ${dayOf(question.before)}`)
    ends.push(dayOf(question.before))
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

/** What was taken down since it was indexed, or stands below something that was. */
const isLive = {
  posts: sql`exists (select from posts where posts.id = post_id and posts.deleted_at is null)`,
  comments: sql`exists (
    select from comments join posts on posts.id = comments.post_id
    where comments.id = comment_id and comments.deleted_at is null and posts.deleted_at is null)`,
}

/**
 * Common table expressions that end in `candidates (id, created_at, words)`: what a page is drawn from.
 *
 * The newest texts are gone through backwards, a look into the index for each day. Words that turn out to be frequent
 * have enough of them there, and in the order of time they are the page. Of rarer words the index finds all matches, and
 * the newest are put in order. So nothing is read in proportion to how frequent words are or how large the forum is.
 * In other orders than that of time those among the posts with the most points come to what is not all that matches.
 */
export function candidates(
  name: keyof typeof subjects,
  question: Question,
  { viewer, cursor, newest, best }: Drawing,
): Sql {
  const subject = subjects[name]
  const [from, key] = [sql.table(subject.table), sql.ref(subject.id)]
  const { isWithin, begin, end } = timeOf(question, subject, cursor)
  const isWanted = sql.join(
    [
      unmuted(viewer, { author: sql`author_id`, community: sql`community_id` }),
      // The other orders look at the posts themselves, for their points.
      ...(newest === null ? [] : [isLive[name]]),
    ],
    sql` and `,
  )
  const newestFirst = sql`order by created_at desc, ${key} desc`
  if (question.words === '' && filterWords(question).length === 0)
    return sql`candidates as materialized (
      select ${key} as id, created_at, words from ${from} where ${isWithin} and ${isWanted}
      ${newestFirst} limit ${sql.lit(newest ?? rankedMax)})`
  const fits = question.words === '' ? isWanted : sql`words @@ ${words} and ${isWanted}`
  // The slice says nearly all about the time: the planner is kept from looking through an index of it as well.
  const foundIn = (slice: Sql) => sql`
    select * from (
      select ${key} as id, * from ${from}
      where words @@ (${gathered} && quote_literal(${slice})::tsquery) offset 0) as sliced
    where ${isWithin} ${newestFirst}`
  const enough = newest ?? rankedMax
  const fewest = sql.lit(newest ?? fallbackEnough / 4)
  return sql`
    span as materialized (select ${begin} as begins_at, ${end} as ends_at),
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
      where last - first >= ${sql.lit(daysMax)}),
    recent as materialized (
      select found.id, found.created_at, found.words, ${fits} as fits
      from slices cross join lateral (${foundIn(sql`slices.word`)}) as found
      limit ${sql.lit(newest === null ? rankedMax : 3 * frequentMatches)}),
    looked as materialized (
      select is_frequent, fitting >= ${fewest} as is_enough, querytree(${gathered}) <> 'T' as is_indexed,
        case when ${words}::text ~ '<' then ${sql.lit(lookedAtMax)} else ${sql.lit(rankedMax)} end as most,
        not is_frequent and (select min(first_day) from slices) <= (select begin from days) as is_whole
      from (
        select count(*) >= ${sql.lit(frequentMatches)} as is_frequent, count(*) filter (where fits) as fitting
        from recent) as counted),
    wanted as materialized (
      select case
        when is_whole or is_frequent and is_enough ${newest === null ? sql`` : sql`or is_enough`} then 'recent'
        when is_frequent or not is_indexed then 'older' else 'all' end as part
      from looked),
    matches as materialized (
      select ${key}, created_at from ${from}
      where words @@ ${gathered} and (select part = 'all' from wanted) limit ${sql.lit(matchesMax + 1)}),
    drawn_from as materialized (
      select case when part = 'all' and (select count(*) from matches) > ${sql.lit(matchesMax)} then 'older' else part end
        as part from wanted),
    drawn as materialized (
      select id, created_at, words from recent where fits and (select part = 'recent' from drawn_from)
      union all (
        select text.id, text.created_at, text.words
        from (
          select ${key} as number from matches where (select part = 'all' from drawn_from) and ${isWithin}
          ${newestFirst} limit (select most from looked)) as latest
          cross join lateral (${probed(subject, sql`latest.number`)}) as text
        where ${fits} order by created_at desc, id desc limit ${sql.lit(enough)})
      union all (
        select id, created_at, words
        from (
          select found.* from generate_series(week_of((select ends_at from span)), case
            when (select part = 'older' from drawn_from) then week_of((select begins_at from span)) end, -1) as week
            cross join lateral (${foundIn(sql`week_word(week)`)}) as found
          limit ${sql.lit(lookedAtMax)}) as latest
        where ${fits} limit ${sql.lit(Math.min(enough, fallbackEnough))})),
    candidates as materialized (
      select id, created_at, words from drawn
      ${
        name === 'posts' && newest === null && question.author === null
          ? sql`union all
      select id, created_at, words from (${bestPosts(question, { isWithin, fits, enough: best ?? bestMax })}) as best
      where id not in (select id from drawn)`
          : sql``
      })`
}

/** One text, found by its number: the planner would rather have the index find all that match. */
const probed = ({ table, id }: Subject, number: Sql): Sql =>
  sql`select ${sql.ref(id)} as id, * from ${sql.table(table)} where ${sql.ref(`${table}.${id}`)} = ${number} offset 0`

/** Of very many matches those among the posts with the most points. */
function bestPosts(
  question: Question,
  { isWithin, fits, enough }: { isWithin: Sql; fits: Sql; enough: number },
): Sql {
  const place =
    question.community === null ? sql`true` : sql`community_id = ${communityNamed(question.community)}`
  const order = sql`order by points desc, id desc limit ${sql.lit(bestLookedAt)}`
  // One sorted stream an age, as the index has them; they are merged, and read no further than necessary.
  const streams = [0, 1, 2, 3, 4].map(
    (age) => sql`(select id, points from posts
      where deleted_at is null and age_band = ${sql.lit(age)} and ${place} ${order})`,
  )
  return sql`
    select text.id, created_at, words
    from (
        select from drawn_from, looked
        where not is_whole and (part <> 'all' or (select count(*) from matches) > ${sql.lit(rankedMax)})) as wanted
      cross join lateral (
        select id from (${sql.join(streams, sql` union all `)}) as merged ${order}) as best
      cross join lateral (${probed(subjects.posts, sql`best.id`)}) as text
    where words @@ ${gathered} and ${isWithin} and ${fits} limit ${sql.lit(enough)}`
}

/** Whose writing a member does not want to see, as conditions on a table with `author_id` and `community_id`. */
function unmuted(viewer: Viewer | null, { author, community }: { author: Sql; community: Sql }): Sql {
  const conditions: Sql[] = [sql`true`]
  if (viewer?.mutesMembers)
    conditions.push(sql`not exists (select from user_mutes
      where user_mutes.user_id = ${viewer.id} and user_mutes.muted_user_id = ${author})`)
  if (viewer?.mutesCommunities)
    conditions.push(sql`not exists (select from community_mutes
      where community_mutes.user_id = ${viewer.id} and community_mutes.muted_community_id = ${community})`)
  return sql.join(conditions, sql` and `)
}

/**
 * How well something fits, from how often and where its words stand, and how many liked it: an upvote counts less the
 * more there are.
 */
export const relevance = (document: Sql, points: Sql): Sql =>
  sql`ts_rank(${document}, ${words}, 1) * (1 + ln(greatest(${points}, 1)) / 4)`
