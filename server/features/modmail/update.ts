import { sql } from 'kysely'
import { modmailEndpoints } from '../../../contract/endpoints/modmail.ts'
import type { Conversation } from '../../../contract/entities/modmail.ts'
import { errors } from '../../../contract/errors.ts'
import { lockPermissions } from '../../core/permissions/permissionLock.ts'
import { moderationRefusal } from '../../core/permissions/policy.ts'
import { getRoles, isStaff, lockRoles } from '../../core/permissions/roles.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import { parseChoice } from '../../platform/http/parameters.ts'
import { enforce, Refused } from '../../platform/http/refused.ts'
import { findPlace, getConversationView } from './queries.ts'
import { findMember } from './write.ts'

/** @throws Refused with `bad_action`, `conversation_not_found`, `not_admin_nor_mod` or `user_not_found`. */
export async function updateConversation(
  db: Db,
  viewer: Viewer,
  given: { conversationId: string; action: string; assignee?: string },
): Promise<Conversation> {
  const { action: actions } = modmailEndpoints.updateConversation.body.properties
  const action = parseChoice({ ...actions, default: undefined }, given.action)
  if (action === undefined) throw new Refused(errors.invalidAction)
  const { id, communityId, side } = await findPlace(db, viewer, given.conversationId)
  await db.transaction().execute(async (trx) => {
    const roles = await lockRoles(trx, viewer, communityId, ['mail'])
    if (side === 'moderators') enforce(moderationRefusal(roles))
    else if (action !== 'seen') throw new Refused(errors.neitherAdminNorModerator)
    const assignee = action === 'assign' ? await getAssignee(trx, viewer, communityId, given.assignee) : null
    await trx
      .updateTable('modmail_conversations')
      .where('id', '=', id)
      .$if(action === 'seen' && side === 'member', (q) => q.set({ is_new_to_member: false }))
      .$if(action === 'seen' && side === 'moderators', (q) => q.set({ is_new_to_moderators: false }))
      .$if(action === 'archive', (q) =>
        q.set({ archived_at: sql<Date>`coalesce(archived_at, now())`, is_new_to_moderators: false }),
      )
      .$if(action === 'reopen', (q) => q.set({ archived_at: null }))
      .$if(action === 'assign' || action === 'unassign', (q) => q.set({ assigned_to: assignee }))
      .execute()
  })
  return getConversationView(db, id, side)
}

/** A moderator of the community or an admin, by default the viewer. */
async function getAssignee(
  trx: Db,
  viewer: Viewer,
  communityId: string,
  username: string | undefined,
): Promise<string> {
  if (username === undefined) return viewer.id
  const member = await findMember(trx, username)
  if (!member) throw new Refused(errors.userNotFound)
  await lockPermissions(trx, member)
  const roles = await getRoles(trx, member, { id: communityId }, ['mail'])
  if (!isStaff(roles)) throw new Refused(errors.userNotFound)
  return member.id
}
