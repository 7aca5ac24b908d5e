import { sql } from 'kysely'
import type { Db } from '../../platform/database/connection.ts'
import { enforce } from '../../platform/http/refused.ts'
import { parseReason } from '../moderationLog/record.ts'
import { notifyMember } from '../notifications/notify.ts'
import { speakRefusal, unlockRefusal } from '../permissions/policy.ts'
import { lockRoles, parseRole, parseStaffRole, staffRoleOf } from '../permissions/roles.ts'
import { type Content, type ContentKey, lockOne } from './content.ts'
import { setLocks } from './lock.ts'
import { setMadeWithAi } from './madeWithAi.ts'
import { deleteRefusal, lockRefusal, restoreRefusal } from './policy.ts'
import { type GivenRemoval, removalOf } from './removal.ts'
import { restore } from './restore.ts'
import { takeDown } from './takeDown.ts'

/** The unparsed input of calls about one post or comment. */
interface Given extends GivenRemoval {
  readonly lockAs?: string | undefined
  readonly userGroup?: string | undefined
  readonly deleteAs?: string | undefined
}

type Act = (trx: Db, member: { readonly id: string }, content: Content, given: Given) => Promise<unknown>

/** What members do to one post or comment, by the `action` of the API. */
export const contentActions = {
  async lock(trx, member, content, { lockAs, reason }) {
    const as = parseStaffRole(lockAs)
    enforce(lockRefusal(content.roles, content, as))
    await setLocks(trx, member, [{ content, as, reason }], { locks: true })
  },
  /** Does nothing if it is not locked; it does not matter who locked it. */
  async unlock(trx, member, content, { reason }) {
    enforce(unlockRefusal(content.roles))
    await setLocks(trx, member, [{ content, as: staffRoleOf(content.roles), reason }], { locks: false })
  },
  /** Also where its author has marked it; then only staff can take the mark off. */
  async markAsAi(trx, member, content, { reason }) {
    enforce(unlockRefusal(content.roles))
    await setMadeWithAi(
      trx,
      content,
      { actor: member, as: staffRoleOf(content.roles), reason },
      { marks: true },
    )
  },
  /** It does not matter who set the mark. */
  async unmarkAsAi(trx, member, content, { reason }) {
    enforce(unlockRefusal(content.roles))
    await setMadeWithAi(
      trx,
      content,
      { actor: member, as: staffRoleOf(content.roles), reason },
      { marks: false },
    )
  },
  /** Its author is notified. */
  async restore(trx, member, content, { reason }) {
    enforce(restoreRefusal(content.roles, content))
    const as = content.deleted_as === 'admins' ? 'admins' : staffRoleOf(content.roles)
    await restore(trx, member, content, { as, reason })
    const why = parseReason(reason)
    if (content.author_id !== member.id)
      await notifyMember(trx, content.author_id, {
        type: 'restored',
        postId: content.post_id,
        commentId: content.comment_id,
        deletedAs: as,
        details: why === null ? {} : { reason: why },
      })
  },
  /** Changes the role in which the author speaks; does nothing if it is deleted. */
  async changeAsUser(trx, member, content, { userGroup }) {
    const role = parseRole(userGroup)
    // Every moderator may speak as one, also without the permission for content.
    const roles = await lockRoles(trx, member, content.community_id, null)
    enforce(speakRefusal(role, { ...roles, isAuthor: content.author_id === member.id }))
    if (content.deleted_at === null)
      await (content.kind === 'post'
        ? sql`update posts set author_group = ${role} where id = ${content.post_id}`
        : sql`update comments set author_group = ${role} where id = ${content.comment_id}`
      ).execute(trx)
  },
} as const satisfies Record<string, Act>

/** Does one of `contentActions`. @throws Refused, with `post/not-found` or `comment_not_found` first. */
export async function act(
  db: Db,
  member: { readonly id: string },
  key: ContentKey,
  { action, ...given }: Given & { readonly action: keyof typeof contentActions },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const content = await lockOne(trx, member, key, { closesThreads: action === 'lock' })
    await contentActions[action](trx, member, content, given)
  })
}

/**
 * Deletes a post or comment, as its author or as staff. What its author deletes of a comment is gone; of a post, its content stays
 * without `withContent`, which can follow later.
 *
 * @param given.withContent of a post: `true` or `false`, parsed by the caller.
 */
export async function deleteContent(
  db: Db,
  member: { readonly id: string },
  key: ContentKey,
  { withContent = () => false, ...given }: Given & { readonly withContent?: () => boolean },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const content = await lockOne(trx, member, key, { ruleId: given.ruleId })
    const as = parseRole(given.deleteAs, 'normal')
    const isContentGiven = withContent()
    const actor = { ...content.roles, isAuthor: content.author_id === member.id }
    enforce(deleteRefusal(actor, content, as, { withContent: isContentGiven }))
    const losesContent = isContentGiven || (content.kind === 'comment' && as === 'normal')
    await takeDown(trx, member, [
      {
        content,
        as,
        itsContent: losesContent ? 'deleted' : 'kept',
        why: as === 'normal' ? null : removalOf(given, content),
      },
    ])
  })
}
