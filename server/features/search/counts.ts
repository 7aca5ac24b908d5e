import { type RawBuilder, sql } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import type { OutputOf } from '../../../contract/endpoints/index.ts'
import type { ResultCount } from '../../../contract/entities/search.ts'
import { limits } from '../../../contract/limits.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import { countedNames } from './names.ts'
import { completionsMax, isEmpty, parseSearchText, termParameters } from './searchTerms.ts'

const none = { count: 0, isExact: true }

/**
 * The number of results of each kind for this viewer, without muted and deleted ones, in one statement.
 *
 * @param text untrusted.
 */
export async function countResults(
  db: Db,
  viewer: Viewer | null,
  text: string,
): Promise<OutputOf<'countResults'>> {
  const terms = parseSearchText(text)
  if (isEmpty(terms)) return { posts: none, comments: none, communities: none, people: none }
  const query = termParameters(terms, 'either', viewer)
  const names = await countedNames(db, terms.words, limits.resultsCountedMax)
  return db
    .with(
      (cte) => cte('search_terms').materialized(),
      () => searchTerms(query),
    )
    .selectNoFrom([
      counted('posts', query).as('posts'),
      counted('comments', query).as('comments'),
      names.communities.as('communities'),
      names.people.as('people'),
    ])
    .executeTakeFirstOrThrow()
}

type Query = ReturnType<typeof termParameters>

/** The row of `search_terms`. */
interface TermsRow {
  readonly words: string | null
  readonly index_query: string | null
}

/**
 * The search terms as two queries of PostgreSQL, as in `findPosts.sql`: `words` is what a text must match, `index_query` what the
 * index is read for. Null finds nothing: words of no meaning, an author who does not exist.
 */
function searchTerms({
  by,
  words,
  lastWord,
  author,
  inCommunity,
  community,
  type,
  excludedAuthors,
  excludedCommunities,
  excludedTypes,
}: Query): RawBuilder<TermsRow> {
  const filters = [
    ...(author === null
      ? []
      : [sql`'§a' || (select id from users where username_key = ${author} and deleted_at is null)`]),
    ...(inCommunity
      ? [
          sql`'§c' || (select id from communities where id = community_named(${community}) and deleted_at is null)`,
        ]
      : []),
    ...(type === null ? [] : [sql`'§t' || ${type}::text`]),
  ].map((word) => sql`quote_literal(${word})::tsquery`)
  const excluded = [
    ...excludedAuthors.map((name) => sql`'§a' || (select id from users where username_key = ${name})`),
    ...excludedCommunities.map((name) => sql`'§c' || community_named(${name})`),
    ...excludedTypes.map((name) => sql`'§t' || ${name}::text`),
  ].map((word) => sql`!!quote_literal(coalesce(${word}, '§nobody'))::tsquery`)
  const loose = sql`case when numnode(words) > 0 then loose_query(words) end`
  const parts = [...(by === 'words' ? [loose] : []), ...filters, ...excluded]
  const withLastWord = sql`
    select case when numnode(last) > 0 then others && coalesce(last || completion.query, last)
      when numnode(others) > 0 then others else ignored_words_query(concat_ws(' ', ${words}::text, ${lastWord}::text)) end as words
    from (select search_query(${words}) as others, search_query(${lastWord}) as last) as query_word
    cross join (
      select string_agg(distinct query::text, ' | ')::tsquery as query
      from (
        select plainto_tsquery('forum_words', word) as query from search_words
        where word > fold_word(${lastWord}) and word < fold_word(${lastWord}) || chr(1114111)
        order by uses desc, word limit ${sql.lit(completionsMax)}) as used_word
      where numnode(query) > 0) as completion`
  return sql`(
    select words, ${parts.length === 0 ? sql`null::tsquery` : sql.join(parts, sql` && `)} as index_query
    from (${
      lastWord === null
        ? sql`select case when numnode(query) > 0 then query else ignored_words_query(${words}) end as words
      from (select search_query(${words}) as query) as parsed`
        : withLastWord
    }) as text_query)`
}

/** Beyond this many matches of a phrase, or of words, they are counted without further checks. */
const phrasesCheckedMax = 6000
const wordsCheckedMax = 1500
/** Frequent words reach the limit of counting within this many weeks. */
const countedWeeksMax = 16

/**
 * Counts matches. Frequent words reach the limit in the texts of the newest weeks; of rarer ones the index has all matches.
 * Refers to `search_terms`.
 */
function counted(kind: 'posts' | 'comments', query: Query): RawBuilder<ResultCount> {
  const { viewerId, unreadableIds, after, before } = query
  const from = kind === 'posts' ? sql`post_search` : sql`comment_search`
  const [begin, end] = [after, before].map((day) => sql`${day}::text::timestamp at time zone 'utc'`)
  // A deleted post is in no index; a comment below one is.
  const isLive =
    kind === 'posts'
      ? sql`true`
      : sql`exists (
          select from comments join posts on posts.id = comments.post_id
          where comments.id = comment_id and comments.deleted_at is null and posts.deleted_at is null)`
  const isPhrase = sql`(select words::text ~ '<' from search_terms)`
  const isShown = sql`created_at >= coalesce(${begin}, '-infinity') and created_at < coalesce(${end}, 'infinity')
    and author_id not in (select muted_user_id from user_mutes where user_id = ${viewerId})
    and community_id not in (select muted_community_id from community_mutes where user_id = ${viewerId})
    and community_id <> all(${unreadableIds}::bigint[]) and ${isLive}`
  const [most, more] = [sql.lit(limits.resultsCountedMax), sql.lit(limits.resultsCountedMax + 1)]
  if (query.by === 'time')
    return sql`(
      select ${jsonBuildObject({ count: sql<number>`least(count(*), ${most})`, isExact: sql<boolean>`count(*) <= ${most}` })}
      from (select from ${from} where ${isShown} limit ${more}) as matching)`
  // Only needed for phrases: the index has already matched single words, and reading the words of a text is slow.
  const hasWords =
    query.by === 'words' ? sql`(not ${isPhrase} or words @@ (select words from search_terms))` : sql`true`
  const fits = sql`${hasWords} and ${isShown}`
  const indexQuery = sql`(select index_query from search_terms)`
  const checked = sql`(select case when ${isPhrase} then ${sql.lit(phrasesCheckedMax)} else ${sql.lit(wordsCheckedMax)} end)`
  const firstWeek = sql`week_of(greatest((select min(created_at) from ${from}), ${begin}))`
  const lastWeek = sql`week_of(least((select max(created_at) from ${from}), ${end}))`
  return sql`(
    select ${jsonBuildObject({ count: sql<number>`least(fitting, ${most})`, isExact: sql<boolean>`fitting <= ${most} and not is_cut` })}
    from (
      select count(*) as fitting, false as is_cut
      from (
        select from generate_series(
            ${lastWeek}, greatest(${firstWeek}, ${lastWeek} - ${sql.lit(countedWeeksMax - 1)}), -1) as week
          cross join lateral (
            select * from ${from}
            where words @@ ${indexQuery} and words @@ quote_literal(week_word(week))::tsquery offset 0) as found
        where ${fits} limit ${more}) as latest
      having count(*) > ${most}
      union all
      select count(*) filter (where fits), count(*) >= ${checked}
      from (
        select ${fits} as fits
        from (select * from ${from} where words @@ ${indexQuery} limit ${checked} offset 0) as matching) as tested
      limit 1) as answered)`
}
