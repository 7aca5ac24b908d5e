import { type RawBuilder, sql } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import type { OutputOf } from '../../../contract/endpoints/index.ts'
import type { ResultCount } from '../../../contract/entities/search.ts'
import { limits } from '../../../contract/limits.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import { isLive, subjects, timeOf, unmuted } from './candidates.ts'
import { countedNames } from './names.ts'
import { isEmpty, parseSearchText, type SearchTerms } from './searchTerms.ts'
import { filterWords, indexQuery, termsExpression, words } from './termsExpression.ts'

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
  const range = { viewer, max: limits.resultsCountedMax }
  const names = await countedNames(db, terms.words, limits.resultsCountedMax)
  return db
    .with(
      (cte) => cte('search_terms').materialized(),
      () => termsExpression(terms, 'either'),
    )
    .selectNoFrom([
      counted('posts', terms, range).as('posts'),
      counted('comments', terms, range).as('comments'),
      names.communities.as('communities'),
      names.people.as('people'),
    ])
    .executeTakeFirstOrThrow()
}

/** Beyond this many matches of a phrase, or of words, they are counted without further checks. */
const phrasesCheckedMax = 6000
const wordsCheckedMax = 1500
/** Frequent words reach the limit of counting within this many weeks. */
const countedWeeksMax = 16

/**
 * Counts matches. Frequent words reach `max` in the texts of the newest weeks; of rarer ones the index has all matches.
 * Refers to `search_terms`.
 */
function counted(
  name: keyof typeof subjects,
  terms: SearchTerms,
  { viewer, max }: { viewer: Viewer | null; max: number },
): RawBuilder<ResultCount> {
  const { table } = subjects[name]
  const from = sql.table(table)
  const { isWithin, begin, end } = timeOf(terms, subjects[name], null)
  const isVisible = unmuted(viewer, { author: sql`author_id`, community: sql`community_id` })
  // A deleted post is in no index; a comment below one is.
  const isShown = name === 'posts' ? sql`true` : isLive.comments
  const isPhrase = sql`(select words::text ~ '<' from search_terms)`
  // Only needed for phrases: the index has already matched single words, and reading the words of a text is slow.
  const hasWords = terms.words === '' ? sql`true` : sql`(not ${isPhrase} or words @@ ${words})`
  const fits = sql`${isWithin} and ${hasWords} and ${isVisible} and ${isShown}`
  const checked = sql`(select case when ${isPhrase} then ${sql.lit(phrasesCheckedMax)} else ${sql.lit(wordsCheckedMax)} end)`
  const [most, more] = [sql.lit(max), sql.lit(max + 1)]
  if (terms.words === '' && filterWords(terms).length === 0)
    return sql`(
      select ${jsonBuildObject({ count: sql<number>`least(count(*), ${most})`, isExact: sql<boolean>`count(*) <= ${most}` })}
      from (select from ${from} where ${fits} limit ${more}) as matching)`
  return sql`(
    select ${jsonBuildObject({ count: sql<number>`least(fitting, ${most})`, isExact: sql<boolean>`fitting <= ${most} and not is_cut` })}
    from (
      select count(*) as fitting, false as is_cut
      from (
        select from generate_series(
            week_of(${end}), greatest(week_of(${begin}), week_of(${end}) - ${sql.lit(countedWeeksMax - 1)}), -1) as week
          cross join lateral (
            select * from ${from}
            where words @@ (${indexQuery} && quote_literal(week_word(week))::tsquery) offset 0) as found
        where ${fits} limit ${more}) as latest
      having count(*) > ${most}
      union all
      select count(*) filter (where fits), count(*) >= ${checked}
      from (
        select ${fits} as fits
        from (select * from ${from} where words @@ ${indexQuery} limit ${checked} offset 0) as matching) as tested
      limit 1) as answered)`
}
