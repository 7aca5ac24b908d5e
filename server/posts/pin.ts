import { sql } from 'kysely'
import type { Post } from '../../contract/entities/post.ts'
import { errors } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import type { Db } from '../database/connection.ts'
import { enforce, Refused } from '../http/refused.ts'
import type { Viewer } from '../http/viewer.ts'
import { type Act, recording } from '../moderation/log.ts'
import { roleIn } from '../moderation/roles.ts'
import { readStanding } from '../moderation/standing.ts'
import { pinRefusal } from './policy.ts'
import { getPostRow } from './read.ts'
import { postView, type ViewFor } from './view.ts'

interface PinRequest {
  readonly publicId: string
  /** `true`: on top of the feeds of the whole site; anything else: of its community. */
  readonly siteWide?: string
}

/**
 * Puts a post on top of the feeds of its community, or of the whole site. Pinning it twice changes nothing.
 *
 * @returns the post as it is afterwards.
 * @throws Refused for deleted posts, and when as many posts are pinned there as can be.
 */
export async function pinPost(db: Db, member: Viewer, request: PinRequest, to: ViewFor): Promise<Post> {
  const { publicId } = request
  const siteWide = request.siteWide === 'true'
  const post = await getPostRow(db, publicId, { viewerId: member.id, text: to.text })
  await db.transaction().execute(async (trx) => {
    const actor = await readStanding(trx, member, post.community_id)
    enforce(pinRefusal(actor, { communityId: post.community_id }, { siteWide }))
    const act = { ...actOn(post, actor, { siteWide }), action: siteWide ? 'pin_site' : 'pin' } as const
    await markPinned(trx, { postId: post.id, communityId: post.community_id, siteWide, act })
  })
  return postView(await getPostRow(db, publicId, { viewerId: member.id, text: to.text }), to)
}

/** Takes a post down from the top; one that is not pinned there stays as it is. */
export async function unpinPost(db: Db, member: Viewer, request: PinRequest, to: ViewFor): Promise<Post> {
  const { publicId } = request
  const siteWide = request.siteWide === 'true'
  const post = await getPostRow(db, publicId, { viewerId: member.id, text: to.text })
  const flag = flagOf({ siteWide })
  await db.transaction().execute(async (trx) => {
    const actor = await readStanding(trx, member, post.community_id)
    enforce(pinRefusal(actor, { communityId: post.community_id }, { siteWide }))
    const act = { ...actOn(post, actor, { siteWide }), action: siteWide ? 'unpin_site' : 'unpin' } as const
    await sql`
      with unpinned as (update posts set ${flag} = false where id = ${post.id} and ${flag} returning id)
      ${recording(act, { from: 'unpinned' })}`.execute(trx)
  })
  return postView(await getPostRow(db, publicId, { viewerId: member.id, text: to.text }), to)
}

const flagOf = ({ siteWide }: { siteWide: boolean }) => sql.ref(siteWide ? 'is_pinned_site' : 'is_pinned')

const actOn = (
  post: { id: string; community_id: string },
  member: Viewer,
  { siteWide }: { siteWide: boolean },
): Omit<Act, 'action'> => ({
  actor: member,
  actedAs: siteWide ? 'admins' : roleIn(member, post.community_id),
  communityId: post.community_id,
  postId: post.id,
})

/**
 * Pins within the limit, however many do so at the same moment: who pins to one place stands in a row, and
 * counts what is pinned there only when it is their turn.
 */
async function markPinned(
  trx: Db,
  pin: { postId: string; communityId: string; siteWide: boolean; act: Act },
): Promise<void> {
  const flag = flagOf(pin)
  // A statement of its own: one that waits would still count what was pinned before it waited.
  if (pin.siteWide) await trx.selectFrom('site_settings').select('only_row').forNoKeyUpdate().execute()
  else
    await trx
      .selectFrom('communities')
      .select('id')
      .where('id', '=', pin.communityId)
      .forNoKeyUpdate()
      .execute()
  const { rows } = await sql<{ is_deleted: boolean; is_pinned: boolean }>`
    with target as materialized (
      select id, deleted_at, ${flag} as was_pinned from posts where id = ${pin.postId} for no key update),
    pinned as (
      update posts set ${flag} = true from target
      where posts.id = target.id and target.deleted_at is null and (posts.${flag} or
        (select count(*) from posts as others where others.${flag}
          ${pin.siteWide ? sql`` : sql`and others.community_id = ${pin.communityId}`}
        ) < ${limits.pinnedPostsMax})
      returning target.was_pinned),
    changed as (select from pinned where not was_pinned),
    recorded as (${recording(pin.act, { from: 'changed' })})
    select deleted_at is not null as is_deleted, exists (select from pinned) as is_pinned from target`.execute(
    trx,
  )
  if (rows[0]?.is_deleted) throw new Refused(errors.cannotPinDeleted)
  if (!rows[0]?.is_pinned) throw new Refused(errors.pinLimitReached)
}
