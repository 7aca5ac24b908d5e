import { sql } from 'kysely'
import type { Db } from '../database/connection.ts'
import { telling } from './telling.ts'

/** What one member is told by what somebody else did on purpose. */
type News =
  | { readonly type: 'deleted_post'; readonly postId: string; readonly deletedAs: 'mods' | 'admins' }
  | { readonly type: 'mod_add'; readonly communityId: string; readonly addedBy: string }
  | { readonly type: 'new_badge'; readonly badgeType: string }
  /** `body`: the whole text of the refusal. */
  | { readonly type: 'denied_comm'; readonly body: string }

const tellingThat = telling(['post_id', 'deleted_as', 'community_id', 'actor_id', 'badge_type', 'body'])

/**
 * Tells a member something; call it in the transaction of its cause. Deleted accounts are told nothing.
 *
 * @param userId who is told.
 */
export async function tellMember(db: Db, userId: string, news: News): Promise<void> {
  const postId = news.type === 'deleted_post' ? news.postId : null
  const deletedAs = news.type === 'deleted_post' ? news.deletedAs : null
  const communityId = news.type === 'mod_add' ? news.communityId : null
  const actorId = news.type === 'mod_add' ? news.addedBy : null
  const badgeType = news.type === 'new_badge' ? news.badgeType : null
  const body = news.type === 'denied_comm' ? news.body : null
  await sql`
    with news as materialized (
      select id as user_id, ${news.type} as type, now() as at, ${postId}::bigint as post_id,
        ${deletedAs} as deleted_as, ${communityId}::bigint as community_id, ${actorId}::bigint as actor_id,
        ${badgeType} as badge_type, ${body} as body
      from users where id = ${userId} and deleted_at is null for no key update),
    ${tellingThat}
    update users set notifications_new_count = notifications_new_count + change
    from count_changes where users.id = count_changes.user_id`.execute(db)
}
