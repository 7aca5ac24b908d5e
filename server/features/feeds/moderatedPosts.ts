import { type RawBuilder, sql } from 'kysely'
import { endpoints } from '../../../contract/endpoints/index.ts'
import type { ModeratedPosts } from '../../../contract/entities/post.ts'
import { errors } from '../../../contract/errors.ts'
import type { ViewAs } from '../../core/api/viewAs.ts'
import { enforceModeration } from '../../core/permissions/moderation.ts'
import { overlayColumns, postColumns, postJoins } from '../../core/posts/queries.ts'
import { type PostRow, postView } from '../../core/posts/serialize.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import { parseId } from '../../platform/http/ids.ts'
import { parseChoice, parseWhole } from '../../platform/http/parameters.ts'
import { Refused } from '../../platform/http/refused.ts'

/** What moderators look through. Each condition is that of an index, whose order is that of the list. */
const filters = {
  deleted: [sql`posts.deleted_at is not null`],
  locked: [sql`posts.locked_at is not null and posts.deleted_at is null`],
  all: [sql`posts.deleted_at is null`, sql`posts.deleted_at is not null`],
}

/** A filter counts its own; how many posts there are at all is known. */
const counts = {
  deleted: (communityId: string) => counted(communityId, filters.deleted),
  locked: (communityId: string) => counted(communityId, filters.locked),
  all: (communityId: string) => sql<{ count: number }>`
    select post_count as count from communities where id = ${communityId}`,
}

const counted = (communityId: string, [condition]: RawBuilder<unknown>[]) => sql<{ count: number }>`
  select count(*)::integer as count from posts where community_id = ${communityId} and ${condition}`

/** One index in its own order. */
const stream = (communityId: string, condition: RawBuilder<unknown>, limit: number) => sql`
  (select id, created_at from posts where community_id = ${communityId} and ${condition}
  order by created_at desc, id desc limit ${limit})`

/**
 * A page of the posts of a community that are deleted, locked, or of all of them, newest first; for its moderators and
 * admins, who see what was removed. Their own votes and visits play no part.
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
  const limit = parseWhole(parameters.limit, query.limit, to.pageSize)
  if (!viewer) throw new Refused(errors.notLoggedIn)
  const page = parseWhole(parameters.page, query.page)
  const communityId = parseId(query.communityId ?? '')
  await enforceModeration(db, viewer, communityId)
  const end = page * limit
  const [total, posts] = await Promise.all([
    counts[filter](communityId).execute(db),
    sql<PostRow & { page_id: string }>`
      with page as materialized (
        select id, created_at from (${sql.join(
          filters[filter].map((condition) => stream(communityId, condition, end)),
          sql` union all `,
        )}) as streams
        order by created_at desc, id desc limit ${limit} offset ${end - limit})
      select ${postColumns(to.format)}, ${overlayColumns(null)}
      from page join posts on posts.id = page.id ${postJoins}
      order by page.created_at desc, page.id desc`.execute(db),
  ])
  const seen = { ...to, viewer: asModerator(viewer, communityId) }
  return {
    noPosts: total.rows[0]?.count ?? 0,
    limit,
    page,
    posts: posts.rows.map((row) => ({ ...postView(row, seen), userVoted: null })),
  }
}

/** Everybody sees these lists alike: admins have no other view of deleted accounts here. */
const asModerator = (viewer: Viewer, communityId: string): Viewer => ({
  ...viewer,
  isAdmin: false,
  moderates: new Set([communityId]),
})
