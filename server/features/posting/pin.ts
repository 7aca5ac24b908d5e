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
import { enforce, Refused } from '../../platform/http/refused.ts'
import { pinRefusal } from './policy.ts'

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
export async function pinPost(db: Db, member: Viewer, request: PinRequest, to: ViewAs): Promise<Post> {
  const { publicId } = request
  const siteWide = request.siteWide === 'true'
  const post = await getPostRow(db, publicId, { viewerId: member.id, text: to.format })
  await db.transaction().execute(async (trx) => {
    const roles = await lockRoles(trx, member, post.community_id)
    enforce(pinRefusal(roles, { siteWide }))
    const action = siteWide ? 'pin_site' : 'pin'
    const entry = { ...entryAbout(post, { actor: member, roles, siteWide }), action } as const
    await markPinned(trx, { postId: post.id, communityId: post.community_id, siteWide, entry })
  })
  return postView(await getPostRow(db, publicId, { viewerId: member.id, text: to.format }), to)
}

/** Takes a post down from the top; one that is not pinned there stays as it is. */
export async function unpinPost(db: Db, member: Viewer, request: PinRequest, to: ViewAs): Promise<Post> {
  const { publicId } = request
  const siteWide = request.siteWide === 'true'
  const post = await getPostRow(db, publicId, { viewerId: member.id, text: to.format })
  const flag = flagOf({ siteWide })
  await db.transaction().execute(async (trx) => {
    const roles = await lockRoles(trx, member, post.community_id)
    enforce(pinRefusal(roles, { siteWide }))
    const action = siteWide ? 'unpin_site' : 'unpin'
    const entry = { ...entryAbout(post, { actor: member, roles, siteWide }), action } as const
    await sql`
      with unpinned as (update posts set ${flag} = false where id = ${post.id} and ${flag} returning id)
      ${logEntryInsert(entry, { from: 'unpinned' })}`.execute(trx)
  })
  return postView(await getPostRow(db, publicId, { viewerId: member.id, text: to.format }), to)
}

const flagOf = ({ siteWide }: { siteWide: boolean }) => sql.ref(siteWide ? 'is_pinned_site' : 'is_pinned')

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
 * Pins within the limit, however many do so at the same moment: who pins to one place stands in a row, and
 * counts what is pinned there only when it is their turn.
 */
async function markPinned(
  trx: Db,
  pin: { postId: string; communityId: string; siteWide: boolean; entry: LogEntry },
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
    recorded as (${logEntryInsert(pin.entry, { from: 'changed' })})
    select deleted_at is not null as is_deleted, exists (select from pinned) as is_pinned from target`.execute(
    trx,
  )
  if (rows[0]?.is_deleted) throw new Refused(errors.cannotPinDeleted)
  if (!rows[0]?.is_pinned) throw new Refused(errors.pinLimitReached)
}
