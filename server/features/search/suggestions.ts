import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { OutputOf } from '../../../contract/endpoints/index.ts'
import { limits } from '../../../contract/limits.ts'
import { copyUrl } from '../../core/images/serialize.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import { candidates } from './candidates.ts'
import { suggestedNames } from './names.ts'
import { isGone, relevance } from './relevance.ts'
import { isEmpty, parseSearchText } from './searchTerms.ts'
import { termsExpression } from './termsExpression.ts'

type Suggestions = OutputOf<'suggest'>

/** Fewer than for a page of results, because suggestions must be fast. */
const rankedMax = 100
const bestCheckedMax = 100
const completionsMax = 5

/**
 * Communities, people and posts for an unfinished query, in one statement. The posts are the best results for the words and
 * the completions of the last one.
 *
 * @param text untrusted; nothing is suggested for an empty one.
 */
export async function suggest(db: Db, viewer: Viewer | null, text: string): Promise<Suggestions> {
  const terms = parseSearchText(text)
  if (isEmpty(terms)) return { communities: [], users: [], posts: [] }
  const names = suggestedNames(viewer, terms.words, {
    communities: limits.suggestedCommunities,
    users: limits.suggestedUsers,
  })
  const range = {
    viewer,
    cursor: null,
    newest: null,
    best: limits.suggestedPosts,
    ranked: rankedMax,
    bestChecked: bestCheckedMax,
  }
  const rank = relevance({
    words: sql`candidates.words`,
    points: sql`posts.points`,
    createdAt: sql`candidates.created_at`,
  })
  const { communities, users, posts } = await db
    .with(
      (cte) => cte('search_terms').materialized(),
      () => termsExpression(terms, 'either', completionsMax),
    )
    .with(
      (cte) => cte('candidates').materialized(),
      () => candidates('posts', terms, range),
    )
    .with('best', (query) =>
      query
        .selectFrom('candidates')
        .innerJoin('posts', 'posts.id', 'candidates.id')
        .where('posts.deleted_at', 'is', null)
        .select([
          'posts.public_id',
          'posts.title',
          'posts.community_id',
          sql<string>`row_number() over (order by ${isGone}, ${rank} desc, posts.id desc)`.as('place'),
        ])
        .orderBy('place')
        .limit(sql.lit(limits.suggestedPosts)),
    )
    .selectNoFrom((eb) => [
      jsonArrayFrom(names.communities).as('communities'),
      jsonArrayFrom(names.users).as('users'),
      jsonArrayFrom(
        eb
          .selectFrom('best')
          .innerJoin('communities', 'communities.id', 'best.community_id')
          .select(['best.public_id', 'best.title', 'communities.name as community'])
          .orderBy('best.place'),
      ).as('posts'),
    ])
    .executeTakeFirstOrThrow()
  return {
    communities: communities.map(({ name, member_count, picture }) => ({
      name,
      noMembers: member_count,
      picture: picture && copyUrl(picture, 'icon', 'tiny'),
    })),
    users: users.map(({ username, picture }) => ({
      username,
      picture: picture && copyUrl(picture, 'profile', 'tiny'),
    })),
    posts: posts.map(({ public_id, title, community }) => ({
      publicId: public_id,
      title,
      communityName: community,
    })),
  }
}
