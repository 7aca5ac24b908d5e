import { sql } from 'kysely'
import type { SameImagePost } from '../../../../contract/entities/queue.ts'
import { errors } from '../../../../contract/errors.ts'
import { limits } from '../../../../contract/limits.ts'
import type { SettingValues } from '../../../../contract/siteSettings.ts'
import { likeImagesOf } from '../../../core/images/likeImages.ts'
import { unreadableCommunities } from '../../../core/permissions/bans.ts'
import { moderationRefusal } from '../../../core/permissions/policy.ts'
import { rolesAtRequest } from '../../../core/permissions/roles.ts'
import type { Viewer } from '../../../core/sessions/viewer.ts'
import type { Db } from '../../../platform/database/connection.ts'
import { enforce, Refused } from '../../../platform/http/refused.ts'

/** How many of the images that are alike, from the latest on, the posts are looked up of. */
const comparedMax = 200

/**
 * The posts with an image that looks like one of this post, as far as a moderator may see them.
 *
 * @throws Refused with `post/not-found` or `not_admin_nor_mod`.
 */
export async function listSameImagePosts(
  { db, settings }: { readonly db: Db; readonly settings: Pick<SettingValues, 'pictureDistance'> },
  viewer: Viewer,
  publicId: string,
): Promise<{ posts: SameImagePost[] }> {
  const post = await db
    .selectFrom('posts')
    .where('public_id', '=', publicId)
    .select(['id', 'community_id'])
    .executeTakeFirstOrThrow(() => new Refused(errors.postNotFound))
  enforce(moderationRefusal(rolesAtRequest(viewer, post.community_id, ['content'])))
  const { rows } = await sql<{
    public_id: string
    title: string
    community_name: string
    username: string | null
    created_at: Date
    is_removed: boolean
  }>`
    with alike as materialized (
      ${likeImagesOf(post.id, { distance: settings.pictureDistance, limit: comparedMax })}
    )
    select posts.public_id, posts.title, communities.name as community_name, posts.created_at,
      named(posts.author_id) as username, posts.deleted_at is not null as is_removed
    from posts join communities on communities.id = posts.community_id
    where posts.id in (select post_id from post_images where image_id in (select id from alike)) and posts.id <> ${post.id}
      and communities.deleted_at is null and communities.id <> all(${unreadableCommunities(viewer)}::bigint[])
      and (posts.deleted_at is null or posts.deleted_as <> 'normal'
        and (${viewer.isAdmin}::boolean or communities.id = any(${[...viewer.moderates]}::bigint[])))
    order by posts.id desc limit ${limits.sameImagePostsShown}::integer`.execute(db)
  return {
    posts: rows.map((row) => ({
      publicId: row.public_id,
      title: row.title,
      communityName: row.community_name,
      username: row.username,
      createdAt: row.created_at.toISOString(),
      isRemoved: row.is_removed,
    })),
  }
}
