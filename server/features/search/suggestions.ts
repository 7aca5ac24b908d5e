import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { OutputOf } from '../../../contract/endpoints/index.ts'
import { limits } from '../../../contract/limits.ts'
import { copyUrl } from '../../core/images/serialize.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import { queryRows } from '../../platform/database/statement.ts'
import { findPosts } from './findPosts.sql.ts'
import { suggestedNames } from './names.ts'
import { isEmpty, parseSearchText, termParameters } from './searchTerms.ts'

type Suggestions = OutputOf<'suggest'>

/**
 * Communities, people and posts for an unfinished query, in two statements at once. The posts are the best results for the words and
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
  const [{ communities, users }, posts] = await Promise.all([
    db
      .selectNoFrom([
        jsonArrayFrom(names.communities).as('communities'),
        jsonArrayFrom(names.users).as('users'),
      ])
      .executeTakeFirstOrThrow(),
    queryRows(db, findPosts, {
      ...termParameters(terms, 'either', viewer),
      // Less is ranked than for a page of results, because suggestions must be fast.
      completions: 5,
      rankedMax: 100,
      bestChecked: 100,
      sort: 'relevance',
      limit: limits.suggestedPosts,
      offset: 0,
      cursorKey: null,
      cursorId: null,
      showsPassages: false,
      shown: 0,
      stripped: '',
      marks: '',
      headlineOptions: '',
      titleOptions: '',
    }),
  ])
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
    posts: posts.map(({ public_id, title, community_name }) => ({
      publicId: public_id,
      title,
      communityName: community_name,
    })),
  }
}
