import type { Selectable } from 'kysely'
import { errors } from '../../../contract/errors.ts'
import type { SettingValues } from '../../../contract/siteSettings.ts'
import { effectiveTrust } from '../../../contract/trust.ts'
import type { ViewAs } from '../../core/api/viewAs.ts'
import { noAutomation } from '../../core/automation/live.ts'
import type { HeldSent } from '../../core/review/hold.ts'
import type { Author } from '../../core/review/written.ts'
import type { Db } from '../../platform/database/connection.ts'
import type { DB } from '../../platform/database/tables.ts'
import { Refused } from '../../platform/http/refused.ts'
import { createComment } from '../commenting/create.ts'
import { editComment } from '../commenting/edit.ts'
import { createPost } from '../posting/create.ts'
import { editPost } from '../posting/edit.ts'
import type { HeldItemsRow } from './heldItems.sql.ts'

type Item = Selectable<DB['held_items']>

/** What an item has become. */
interface Stored {
  readonly postId: string
  readonly commentId: string | null
}

const reviewed = { isReviewed: true }

/**
 * Stores what was held, in the name of its author and as of now: as if they had sent it at this moment. The caller has locked the post or
 * comment that it is about.
 *
 * @throws Refused as for them, for instance if they are banned or the post is locked by now.
 */
export async function storeHeldItem(
  { db, settings, to }: { db: Db; settings: SettingValues; to: ViewAs },
  item: Item,
): Promise<Stored> {
  const author = await getAuthor(db, item.author_id)
  // Rules do not act again, so nothing needs the configuration.
  const config = { purgeUrl: null, siteUrl: null, formerHosts: [] }
  const services = { db, settings, automation: noAutomation, config }
  const sent = sentOf(item)
  if (item.kind === 'post') {
    const { name } = await db
      .selectFrom('communities')
      .where('id', '=', item.community_id)
      .select('name')
      .executeTakeFirstOrThrow()
    const post = { type: '', title: '', userGroup: 'normal', ...sent, community: name }
    const { id } = await createPost(services, author, post, to, reviewed)
    return { postId: id, commentId: null }
  }
  const {
    public_id: publicId,
    id: postId,
    edited_at: postEditedAt,
    community_id: communityId,
  } = await db
    .selectFrom('posts')
    .where('id', '=', item.post_id)
    .select(['id', 'public_id', 'edited_at', 'community_id'])
    .executeTakeFirstOrThrow(() => new Refused(errors.postNotFound))
  if (item.kind === 'comment') {
    // It would be in the name of the other community, whose moderators would see who wrote it.
    if (sent.userGroup === 'community' && communityId !== item.community_id)
      throw new Refused(errors.movedSinceHeld)
    const comment = { ...sent, body: sent.body ?? '', publicId, parentCommentId: item.comment_id }
    const { id } = await createComment(services, author, comment, to, reviewed)
    return { postId, commentId: id }
  }
  const editedAt = item.comment_id === null ? postEditedAt : await editOfComment(db, item.comment_id)
  if (editedAt !== null && editedAt > item.created_at) throw new Refused(errors.editedSinceHeld)
  const keepsHistory = settings.editHistory !== 'nobody'
  if (item.comment_id === null)
    await editPost(services, author, { ...sent, publicId, keepsHistory }, to, reviewed)
  else {
    const edit = { ...sent, body: sent.body ?? '', commentId: item.comment_id, keepsHistory }
    await editComment(services, author, edit, to, reviewed)
  }
  return { postId, commentId: item.comment_id }
}

/** As `hold` stored it. The type of queries, the comment on the domain `held_sent_json`, has to cover that. */
const sentOf = ({ sent }: Item): HeldItemsRow['sent'] => sent as HeldSent

/** When a comment was last edited; null if it never was, or does not exist. */
async function editOfComment(db: Db, id: string): Promise<Date | null> {
  const comment = await db.selectFrom('comments').where('id', '=', id).select('edited_at').executeTakeFirst()
  return comment?.edited_at ?? null
}

/** Bans are checked by the statements that store. @throws Refused with `user_not_found` if the account is deleted. */
async function getAuthor(db: Db, id: string): Promise<Author> {
  const {
    username,
    points,
    is_admin: isAdmin,
    created_at: createdAt,
    trust_level,
  } = await db
    .selectFrom('users')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .select(['username', 'points', 'is_admin', 'created_at', 'trust_level'])
    .executeTakeFirstOrThrow(() => new Refused(errors.userNotFound))
  const trust = effectiveTrust(trust_level, { isStaff: isAdmin })
  return {
    id,
    username,
    createdAt,
    points,
    trust,
    isAdmin,
    contributions: 0,
    permissions: new Map(),
    bans: [],
  }
}
