import { endpoints } from '../../../contract/endpoints/index.ts'
import type { ModeratedPosts } from '../../../contract/entities/post.ts'
import { errors } from '../../../contract/errors.ts'
import type { moderatedPostFilters } from '../../../contract/words.ts'
import type { ViewAs } from '../../core/api/viewAs.ts'
import { enforceModeration } from '../../core/permissions/moderation.ts'
import { postView } from '../../core/posts/serialize.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import { queryRows } from '../../platform/database/statement.ts'
import { parseId } from '../../platform/http/ids.ts'
import { parseChoice, parseInteger } from '../../platform/http/parameters.ts'
import { Refused } from '../../platform/http/refused.ts'
import { rendererVersion } from '../../platform/markdown/render.ts'
import { moderatedPosts } from './moderatedPosts.sql.ts'

type Filter = (typeof moderatedPostFilters)[number]

/** The number of a community's posts that match a filter. The total is a stored counter. */
async function countPosts(db: Db, communityId: string, filter: Filter): Promise<number> {
  const query =
    filter === 'all'
      ? db.selectFrom('communities').where('id', '=', communityId).select('post_count as count')
      : db
          .selectFrom('posts')
          .where('community_id', '=', communityId)
          .where('deleted_at', filter === 'deleted' ? 'is not' : 'is', null)
          .$if(filter === 'locked', (some) => some.where('locked_at', 'is not', null))
          .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('count'))
  return (await query.executeTakeFirst())?.count ?? 0
}

/**
 * A page of the posts of a community that are deleted, locked, or of all of them, newest first; for its moderators and
 * admins, who see removed content. Their own votes and visits are not included.
 *
 * @throws Refused in the order of `errors` of `listModeratedPosts`.
 */
export async function listModeratedPosts(
  db: Db,
  viewer: Viewer | null,
  query: { filter?: string; communityId?: string; page?: string; limit?: string },
  to: ViewAs & { pageSize: number },
): Promise<ModeratedPosts> {
  const parameters = endpoints.listModeratedPosts.query.properties
  const filter = parseChoice(parameters.filter, query.filter)
  if (!filter) throw new Refused(errors.invalidFeedFilter)
  const limit = parseInteger(parameters.limit, query.limit, to.pageSize)
  if (!viewer) throw new Refused(errors.notLoggedIn)
  const page = parseInteger(parameters.page, query.page)
  const communityId = parseId(query.communityId ?? '')
  await enforceModeration(db, viewer, communityId, ['content'])
  const [noPosts, posts] = await Promise.all([
    countPosts(db, communityId, filter),
    queryRows(db, moderatedPosts, {
      communityId,
      filter,
      end: String(page * limit),
      limit: String(limit),
      format: to.format,
      renderer: rendererVersion,
    }),
  ])
  const seen = { ...to, viewer: asModerator(viewer, communityId) }
  return {
    noPosts,
    limit,
    page,
    posts: posts.map((row) => ({ ...postView(row, seen), userVoted: null })),
  }
}

/** These lists are the same for all viewers: admins do not see deleted accounts differently here. */
const asModerator = (viewer: Viewer, communityId: string): Viewer => ({
  ...viewer,
  isAdmin: false,
  moderates: new Set([communityId]),
})
