import { type RawBuilder, sql } from 'kysely'
import { openWordOf, type SearchTerms } from './searchTerms.ts'

type Sql = RawBuilder<unknown>

/** The filters of a search, as words of the index. */
export function filterWords({ author, community, type }: SearchTerms): Sql[] {
  const words: Sql[] = []
  if (author !== null)
    words.push(sql`'§a' || (select id from users where username_key = ${author} and deleted_at is null)`)
  if (community !== null) words.push(sql`'§c' || ${communityNamed(community)}`)
  if (type !== null) words.push(sql`'§t' || ${type}::text`)
  return words
}

export const communityNamed = (name: string) =>
  sql`(select id from communities where name_key = ${name} and deleted_at is null)`

/**
 * How the last word matches: the word itself, together with its completions if no title has it; the most used words that begin with it,
 * excluding texts with the word itself, and nothing if they were found together with it; or the word and its completions.
 */
export type LastWord = 'itself' | 'completed' | 'either'

/** Maximum number of completions of the last word, for a page of results. */
const completionsMax = 10

/**
 * The words of the terms as a query of PostgreSQL; null where the last word cannot be completed.
 *
 * A last word that no title has is taken for the beginning of one. Otherwise stemming would put texts with "prying" before those
 * with "price" while somebody types "pri", which is the stem of the former.
 */
function wordsQuery(terms: SearchTerms, last: LastWord, completions: number): Sql {
  const open = openWordOf(terms)
  if (!open)
    return last === 'completed'
      ? sql`select null::tsquery as words`
      : sql`select websearch_to_tsquery('forum_words', ${terms.words}) as words`
  const isWord = sql`exists (select from search_words where word = ${open.word})`
  const withCompletions = sql`others && coalesce(itself || completions.query, itself)`
  const matched = {
    itself: sql`case when ${isWord} then others && itself else ${withCompletions} end`,
    completed: sql`others && completions.query && !!itself`,
    either: withCompletions,
  }
  return sql`
    select ${
      last === 'completed'
        ? matched[last]
        : sql`case when numnode(itself) > 0 then ${matched[last]} else others end`
    } as words
    from (
      select websearch_to_tsquery('forum_words', ${open.before}) as others,
        plainto_tsquery('forum_words', ${open.word}) as itself) as given
    cross join (
      select string_agg(distinct query::text, ' | ')::tsquery as query
      from (
        select plainto_tsquery('forum_words', word) as query from search_words
        where word > ${open.word} and word < ${open.word} || chr(1114111)
        order by uses desc, word limit ${sql.lit(completions)}) as used
      where numnode(query) > 0) as completions
    ${last === 'completed' ? sql`where numnode(itself) > 0 and ${isWord}` : sql``}`
}

/** The row of `search_terms`, which the expressions of a search refer to. */
interface TermsRow {
  readonly words: string | null
  readonly index_query: string | null
}

/**
 * The search terms as two queries of PostgreSQL: `words` is what a text must match, `index_query` what the index is read
 * for: the filters, and all words of a phrase. Null finds nothing: words of no meaning, an author who does not exist.
 *
 * @returns the query of the common table expression `search_terms`, which must be materialized.
 * @param completions how many words the last one is completed to at most: the index takes time for each.
 */
export function termsExpression(
  terms: SearchTerms,
  last: LastWord = 'itself',
  completions: number = completionsMax,
): RawBuilder<TermsRow> {
  const filters = filterWords(terms).map((word) => sql`quote_literal(${word})::tsquery`)
  const loose = sql`case when numnode(words) > 0 then loose_query(words) end`
  const allOf = sql.join(terms.words === '' ? filters : [loose, ...filters], sql` && `)
  return sql`(
    select words, ${terms.words === '' && filters.length === 0 ? sql`null::tsquery` : allOf} as index_query
    from (${wordsQuery(terms, last, completions)}) as given)`
}

/** The query, for use after `termsExpression`. */
export const words = sql`(select words from search_terms)`
/** Matches texts with any of its words. */
export const anyWords = sql`(select replace(loose_query(words)::text, ' & ', ' | ')::tsquery from search_terms)`
export const indexQuery = sql`(select index_query from search_terms)`
