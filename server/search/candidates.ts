import { type RawBuilder, sql } from 'kysely'
import type { Viewer } from '../http/viewer.ts'
import type { Question } from './question.ts'

type Sql = RawBuilder<unknown>

/** Up to so many matches are all looked at; of more, the newest and the best. */
const matchesMax = 2000
/** Of very many matches so many of the newest are put in order. */
const newestMax = 1000
/** And so many of the best posts of each age are looked through. */
const bestPerAge = 1500

/** Of the private use area; the texts are freed of them before. */
export const hitStart = '\ue000'
export const hitEnd = '\ue001'

/** One of the two tables that are searched, and how its rows are called there. */
interface Subject {
  readonly table: 'post_search' | 'comment_search'
  readonly id: 'post_id' | 'comment_id'
}
export const subjects = {
  posts: { table: 'post_search', id: 'post_id' },
  comments: { table: 'comment_search', id: 'comment_id' },
} as const satisfies Record<string, Subject>

/** The words of a question as PostgreSQL's query, a column of `asked`. */
export const askedFor = (question: Question): Sql =>
  sql`asked as materialized (select websearch_to_tsquery('forum_words', ${question.words}) as words)`

const words = sql`(select words from asked)`

/** What must be true of a row besides its words. */
function conditionsOf(subject: keyof typeof subjects, question: Question): Sql[] {
  const { author, community, type, before, after } = question
  const conditions: Sql[] = []
  if (author !== null)
    conditions.push(sql`author_id = (
      select id from users where username_key = ${author} and deleted_at is null)`)
  if (community !== null)
    conditions.push(sql`community_id = (
      select id from communities where name_key = ${community} and deleted_at is null)`)
  if (type !== null)
    conditions.push(
      subject === 'posts'
        ? sql`type = ${type}`
        : sql`exists (select from posts where posts.id = post_id and posts.type = ${type})`,
    )
  if (before !== null) conditions.push(sql`created_at < ${before}::timestamp at time zone 'utc'`)
  if (after !== null) conditions.push(sql`created_at >= ${after}::timestamp at time zone 'utc'`)
  return conditions
}

const all = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)

/** The first item of a page in the order of time. */
export interface NewCursor {
  /** Microseconds since 1970. */
  readonly key: string
  readonly id: string
}

const momentOf = ({ key }: NewCursor) => sql`timestamptz 'epoch' + ${key}::bigint * interval '1 microsecond'`

/**
 * Common table expressions that end in `candidates (id, created_at)`: what a page is drawn from. All matches where they
 * are few. Of many, the newest: the weeks are gone through backwards, each a look into the index, until there are enough.
 *
 * @param options.cursor only what is not newer than this.
 * @param options.isByTime otherwise the best posts are looked through, too.
 */
export function candidates(
  subject: keyof typeof subjects,
  question: Question,
  { cursor, isByTime }: { cursor: NewCursor | null; isByTime: boolean },
): Sql {
  const { table, id } = subjects[subject]
  const [from, key] = [sql.table(table), sql.ref(id)]
  const conditions = conditionsOf(subject, question)
  if (cursor) conditions.push(sql`(created_at, ${key}) <= (${momentOf(cursor)}, ${cursor.id}::bigint)`)
  if (question.words === '')
    return sql`candidates as materialized (
      select ${key} as id, created_at from ${from} where ${all(conditions)}
      order by created_at desc, ${key} desc limit ${sql.lit(newestMax)})`
  const newest = cursor ? momentOf(cursor) : sql`(select max(created_at) from ${from})`
  return sql`
    few as materialized (
      select ${key} as id, created_at from ${from} where words @@ ${words} and ${all(conditions)}
      limit ${sql.lit(matchesMax + 1)}),
    newest as materialized (
      select found.id, found.created_at
      from generate_series(week_of(${newest}), week_of((select min(created_at) from ${from})), -1) as week
      cross join lateral (
        select ${key} as id, created_at from ${from}
        where words @@ (${words} && quote_literal(week_word(week))::tsquery) and ${all(conditions)}
        order by created_at desc, ${key} desc) as found
      where (select count(*) from few) > ${sql.lit(matchesMax)}
      limit ${sql.lit(newestMax)}),
    candidates as materialized (
      select id, created_at from few where (select count(*) from few) <= ${sql.lit(matchesMax)}
      union select id, created_at from newest
      ${subject === 'posts' && !isByTime ? sql`union (${bestPosts(conditions)})` : sql``})`
}

/** Of very many matches those among the posts with the most points, of the last day and of each older age. */
const bestPosts = (conditions: readonly Sql[]) => sql`
  select best.id, post_search.created_at
  from generate_series(0, 4) as age
    cross join lateral (
      select id from posts where deleted_at is null and age_band = age
      order by points desc, id desc limit ${sql.lit(bestPerAge)}) as best
    join post_search on post_search.post_id = best.id
  where (select count(*) from few) > ${sql.lit(matchesMax)} and words @@ ${words} and ${all(conditions)}`

/** Whose writing a member does not want to see, as conditions on a table with `author_id` and `community_id`. */
export function unmuted(viewer: Viewer | null, { author, community }: { author: Sql; community: Sql }): Sql {
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

/** The text around what was found, with the words that were found between two characters that no text contains. */
export const excerptOf = (text: Sql): Sql => sql`
  ts_headline('forum_words',
    translate(regexp_replace(left(${text}, 20000), '!?\\[([^]]*)\\]\\([^)]*\\)', '\\1', 'g'), ${`*\`#>~|${hitStart}${hitEnd}`}, ''),
    ${words}, ${`StartSel=${hitStart}, StopSel=${hitEnd}, ShortWord=0, MaxFragments=2, MinWords=8, MaxWords=24, FragmentDelimiter=" … "`})`
