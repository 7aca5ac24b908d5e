import { sql } from 'kysely'
import type { Post } from '../../../contract/entities/post.ts'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import type { ViewAs } from '../../core/api/viewAs.ts'
import { type LogEntry, logEntryInsert } from '../../core/moderationLog/record.ts'
import { lockRoles, type Roles, staffRoleOf } from '../../core/permissions/roles.ts'
import { getPostRow } from '../../core/posts/queries.ts'
import { postView } from '../../core/posts/serialize.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import { LostConflict, retriedTransaction } from '../../platform/database/transaction.ts'
import { enforce, Refused } from '../../platform/http/refused.ts'
import { pinRefusal } from './policy.ts'

/** Limits per community, and for the whole site. */
export const { pinnedPostsMax } = limits

interface PinRequest {
  readonly publicId: string
  /** `true` pins it to the feeds of the whole site, anything else to those of its community. */
  readonly siteWide?: string
}

/**
 * Puts a post on top of the feeds of its community, or of the whole site. Pinning it twice changes nothing.
 *
 * @returns the post after the change.
 * @throws Refused for deleted posts, and at the limit of pinned posts.
 */
export async function pinPost(db: Db, member: Viewer, request: PinRequest, to: ViewAs): Promise<Post> {
  const { publicId } = request
  const siteWide = request.siteWide === 'true'
  await retriedTransaction(db, async (trx) => {
    const post = await getPostRow(trx, publicId, { viewerId: member.id, format: to.format })
    const roles = await lockRoles(trx, member, post.community_id, ['content'])
    enforce(pinRefusal(roles, { siteWide }))
    const action = siteWide ? 'pin_site' : 'pin'
    const entry = { ...entryAbout(post, { actor: member, roles, siteWide }), action } as const
    await markPinned(trx, { postId: post.id, communityId: post.community_id, siteWide, entry })
  })
  return postView(await getPostRow(db, publicId, { viewerId: member.id, format: to.format }), to)
}

/** Unpins a post; does nothing if it is not pinned there. */
export async function unpinPost(db: Db, member: Viewer, request: PinRequest, to: ViewAs): Promise<Post> {
  const { publicId } = request
  const siteWide = request.siteWide === 'true'
  const post = await getPostRow(db, publicId, { viewerId: member.id, format: to.format })
  const flag = flagOf({ siteWide })
  await db.transaction().execute(async (trx) => {
    const roles = await lockRoles(trx, member, post.community_id, ['content'])
    enforce(pinRefusal(roles, { siteWide }))
    const action = siteWide ? 'unpin_site' : 'unpin'
    const entry = { ...entryAbout(post, { actor: member, roles, siteWide }), action } as const
    await sql`
      with unpinned as (
        update posts set ${sql.ref(flag)} = false where id = ${post.id} and ${sql.ref(flag)}
          and (${siteWide} or community_id = ${post.community_id}) returning id)
      ${logEntryInsert(entry, { from: 'unpinned' })}`.execute(trx)
  })
  return postView(await getPostRow(db, publicId, { viewerId: member.id, format: to.format }), to)
}

const flagOf = ({ siteWide }: { siteWide: boolean }) => (siteWide ? 'is_pinned_site' : 'is_pinned')

const entryAbout = (
  post: { id: string; community_id: string },
  { actor, roles, siteWide }: { actor: Viewer; roles: Roles; siteWide: boolean },
): Omit<LogEntry, 'action'> => ({
  actor,
  actedAs: siteWide ? 'admins' : staffRoleOf(roles),
  communityId: post.community_id,
  postId: post.id,
})

/**
 * Pins within the limit, also concurrently: it first locks the community or site, so that each call counts the pins of earlier
 * calls.
 *
 * @throws LostConflict if the post is in another community by now.
 */
export async function markPinned(
  trx: Db,
  pin: { postId: string; communityId: string; siteWide: boolean; entry: LogEntry },
): Promise<void> {
  const flag = flagOf(pin)
  // A separate statement, because a statement that waited for the lock would count in its old snapshot.
  if (pin.siteWide) await trx.selectFrom('site_settings').select('only_row').forNoKeyUpdate().execute()
  else
    await trx
      .selectFrom('communities')
      .select('id')
      .where('id', '=', pin.communityId)
      .forNoKeyUpdate()
      .execute()
  const pinned = await trx
    .with(
      (cte) => cte('target').materialized(),
      (q) =>
        q
          .selectFrom('posts')
          .where('id', '=', pin.postId)
          .select(['id', 'community_id', 'deleted_at', `${flag} as was_pinned`])
          .forNoKeyUpdate(),
    )
    .with(
      (cte) => cte('pinned').materialized(),
      (q) =>
        q
          .selectFrom('target')
          .select(['was_pinned', sql`pin_post(id, ${sql.lit(pin.siteWide)})`.as('done')])
          .where('target.deleted_at', 'is', null)
          .where('target.community_id', '=', pin.communityId)
          .where((eb) =>
            eb.or([
              eb.ref('target.was_pinned'),
              eb(
                eb
                  .selectFrom('posts as others')
                  // The flag itself and not `= true`: a parameter would keep the planner from the index.
                  .where((others) => others.ref(`others.${flag}`))
                  .$if(!pin.siteWide, (others) => others.where('others.community_id', '=', pin.communityId))
                  .select((others) => others.fn.countAll().as('count')),
                '<',
                pinnedPostsMax,
              ),
            ]),
          ),
    )
    .with('changed', (q) => q.selectFrom('pinned').where('was_pinned', '=', false).select('was_pinned'))
    .with('recorded', () => sql<object>`(${logEntryInsert(pin.entry, { from: 'changed' })})`)
    .selectFrom('target')
    .select((eb) => [
      'community_id',
      eb('deleted_at', 'is not', null).as('isDeleted'),
      eb.exists(eb.selectFrom('pinned').select('was_pinned')).as('isPinned'),
    ])
    .executeTakeFirst()
  if (pinned && pinned.community_id !== pin.communityId) throw new LostConflict('The post has moved.')
  if (pinned?.isDeleted) throw new Refused(errors.cannotPinDeleted)
  if (!pinned?.isPinned) throw new Refused(errors.pinLimitReached)
}
