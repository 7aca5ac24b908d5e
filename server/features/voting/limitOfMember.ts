import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Endpoints } from '../../../contract/endpoints/index.ts'
import { errors } from '../../../contract/errors.ts'
import type { ContentType } from '../../../contract/words.ts'
import type { Call } from '../../core/api/route.ts'
import type { Db } from '../../platform/database/connection.ts'
import { Refused } from '../../platform/http/refused.ts'

/** Authors never change, except that erased accounts lose what they wrote; then a vote counts for one who is gone. */
const authorsIn = new WeakMap<Db, LRUCache<string, string>>()

async function authorOf(db: Db, kind: ContentType, id: string): Promise<string | undefined> {
  const authors = authorsIn.get(db) ?? new LRUCache<string, string>({ max: 20_000 })
  authorsIn.set(db, authors)
  const key = `${kind} ${id}`
  const known = authors.get(key)
  if (known !== undefined) return known
  const { rows } = await sql<{ author: string }>`
    select author_id as author from ${sql.table(`${kind}s`)} where id = ${id}`.execute(db)
  const author = rows[0]?.author
  if (author !== undefined) authors.set(key, author)
  return author
}

/**
 * Counts a vote for voter and author together, so that nobody lifts or buries all that another one writes.
 *
 * @throws Refused with `too-many-votes-on-member`.
 */
export async function countVoteOnMember(
  {
    db,
    limiter,
    ip,
    viewer,
    settings,
  }: Pick<Call<Endpoints['votePost']>, 'db' | 'limiter' | 'ip' | 'viewer' | 'settings'>,
  kind: ContentType,
  id: string,
): Promise<void> {
  if (!settings.rateLimits) return
  const author = await authorOf(db, kind, id)
  if (author === undefined || author === viewer.id) return
  try {
    await limiter.take('votesOnMember', { ip, member: `${viewer.id} ${author}` })
  } catch (error) {
    if (!(error instanceof Refused) || error.error !== errors.tooManyRequests) throw error
    throw new Refused(errors.tooManyVotesOnMember, { retryAfterSeconds: error.retryAfterSeconds })
  }
}
