import { type RawBuilder, sql } from 'kysely'
import { anyWords, words } from './termsExpression.ts'

type Sql = RawBuilder<unknown>

/** A text of this age counts half as much as one of today. */
const halfAfterYears = 8
const secondsPerYear = 31_557_600

/**
 * The relevance of a text: `(3 × title + everything) × points × age`.
 *
 * - **title**: how many of the words are in the title, and how often. Not divided by the length of the text, so a title counts
 *   the same above a long text. It weighs three times, so that of two texts of about the same age and points the one with the
 *   words in its title comes first.
 * - **everything**: how often the words are in title and text, and how close to each other; divided by the logarithm of the
 *   length, because in a long text words are more often there by chance.
 * - **points**: 1, and a quarter for each factor of e. An upvote counts less the more there are, so texts with few points are not hidden.
 * - **age**: 1 today, ½ after eight years. Slow, because an old answer can be the right one.
 *
 * Comments have no title.
 */
export const relevance = (text: { words: Sql; points: Sql; createdAt: Sql }): Sql => sql`
  (3 * ts_rank('{0, 0, 0, 1}', ${text.words}, ${anyWords}) + ts_rank('{1, 0.2, 1, 1}', ${text.words}, ${words}, 1))
    * (1 + ln(greatest(${text.points}, 1)) / 4)
    / (1 + greatest(extract(epoch from now() - ${text.createdAt})::float8, 0) / ${sql.lit(halfAfterYears * secondsPerYear)})`

/**
 * Whether the content of a post was deleted: only its title is left, so it comes after everything else. Other forums write
 * such a mark in place of the text, which an import brings along.
 */
export const isGone = sql`
  (posts.content_deleted_at is not null or posts.type = 'text' and octet_length(posts.body) < 60
    and posts.body ~* '^\\s*[[(]\\s*((topic|post|message|thread|text|content)\\s+)?(deleted|removed|withdrawn)(\\s+by\\s+.*)?[])]\\s*$')`
