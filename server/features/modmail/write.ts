import { sql } from 'kysely'
import { modmailEndpoints } from '../../../contract/endpoints/modmail.ts'
import type { Conversation, ModmailMessage } from '../../../contract/entities/modmail.ts'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import type { TrustSettings } from '../../../contract/trust.ts'
import type { MessageKind } from '../../../contract/words.ts'
import { notifyMember, notifyStaff } from '../../core/notifications/notify.ts'
import { lockPermissions } from '../../core/permissions/permissionLock.ts'
import { moderationRefusal } from '../../core/permissions/policy.ts'
import { lockRoles, type StaffRole, staffRoleOf } from '../../core/permissions/roles.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import { trustRefusal } from '../../core/trust/policy.ts'
import type { Db } from '../../platform/database/connection.ts'
import { queryRow } from '../../platform/database/statement.ts'
import { parseId } from '../../platform/http/ids.ts'
import { parseChoice } from '../../platform/http/parameters.ts'
import { enforce, Refused } from '../../platform/http/refused.ts'
import { parseText, parseTitle } from '../../platform/http/text.ts'
import { insertConversation } from './insertConversation.sql.ts'
import { insertMessage } from './insertMessage.sql.ts'
import {
  findPlace,
  getConversationView,
  isOpenTo,
  messageView,
  type Side,
  selectMessages,
} from './queries.ts'

const parseKind = (kind: string | undefined): MessageKind =>
  parseChoice(modmailEndpoints.addMessage.body.properties.kind, kind)

/**
 * Begins a conversation: by a member with the moderators of a community, or with `username`, by a moderator with a member.
 *
 * @throws Refused with `bad_action`, `empty_message`, `invalid_id`, `community/not-found`, `not_admin_nor_mod`, `user_not_found`,
 *   `message_to_oneself`, `trust_too_low` or `too_many_conversations`.
 */
export async function startConversation(
  { db, settings }: { db: Db; settings: TrustSettings },
  viewer: Viewer,
  given: { communityId: string; username?: string; subject: string; text: string; kind?: string },
): Promise<Conversation> {
  const kind = parseKind(given.kind)
  const subject = parseTitle(given.subject, limits.modmailSubjectMaxLength)
  const text = parseText(given.text, limits.modmailMessageMaxLength)
  if (subject === '' || text === '') throw new Refused(errors.emptyMessage)
  const communityId = parseId(given.communityId)
  const side: Side = given.username === undefined ? 'member' : 'moderators'
  if (side === 'member') enforce(trustRefusal(viewer, 'messages', settings))
  const id = await db.transaction().execute(async (trx) => {
    await trx
      .selectFrom('communities')
      .where('id', '=', communityId)
      .where('deleted_at', 'is', null)
      .select('id')
      .executeTakeFirstOrThrow(() => new Refused(errors.communityNotFound))
    const { memberId, writtenAs } =
      given.username === undefined
        ? await lockWriter(trx, viewer, { memberId: viewer.id, communityId, side }, kind)
        : await lockStaffWriter(trx, viewer, communityId, given.username, kind)
    if (side === 'member') await lockOpenConversations(trx, { memberId, communityId })
    const stored = await queryRow(trx, insertConversation, {
      communityId,
      memberId,
      subject,
      isNewToMember: side === 'moderators' && kind !== 'note',
      isNewToModerators: side === 'member',
      authorId: viewer.id,
      kind,
      writtenAs,
      body: text,
    })
    if (!stored) throw new Refused(errors.userNotFound)
    await notifyOther(trx, viewer, { id: stored.id, communityId, memberId, subject, kind, writtenAs })
    return stored.id
  })
  return getConversationView(db, id, side)
}

/**
 * Adds a message. One by the member opens an archived conversation again. Everyone may reply, whatever their trust, because moderators
 * may have asked something; only the start of a conversation needs a level.
 *
 * @throws Refused with `bad_action`, `empty_message`, `conversation_not_found`, `not_admin_nor_mod` or `too_many_conversations`.
 */
export async function addMessage(
  db: Db,
  viewer: Viewer,
  given: { conversationId: string; text: string; kind?: string },
): Promise<ModmailMessage> {
  const kind = parseKind(given.kind)
  const text = parseText(given.text, limits.modmailMessageMaxLength)
  if (text === '') throw new Refused(errors.emptyMessage)
  const place = await findPlace(db, viewer, given.conversationId)
  const isNote = kind === 'note'
  const isByMember = place.side === 'member'
  const messageId = await db.transaction().execute(async (trx) => {
    const { memberId, writtenAs } = await lockWriter(trx, viewer, place, kind)
    if (isByMember) await lockOpenConversations(trx, place)
    const stored = await queryRow(trx, insertMessage, {
      conversationId: place.id,
      isNote,
      isByMember,
      authorId: viewer.id,
      kind,
      writtenAs,
      body: text,
    })
    if (!stored) throw new Refused(errors.conversationNotFound)
    // Moderators get one notification for all messages that they have not opened.
    if (!(isByMember && stored.was_new))
      await notifyOther(trx, viewer, { ...place, memberId, subject: stored.subject, kind, writtenAs })
    return stored.id
  })
  const row = await selectMessages(db, place.id, place.side)
    .where('message.id', '=', messageId)
    .executeTakeFirstOrThrow(() => new Refused(errors.conversationNotFound))
  return messageView(row, place.side)
}

/**
 * Takes the permission locks, which come before all row locks: of the member, so that the account is not deleted meanwhile, and of
 * the writing moderator.
 */
async function lockWriter(
  trx: Db,
  viewer: Viewer,
  { memberId, communityId, side }: { memberId: string; communityId: string; side: Side },
  kind: MessageKind,
): Promise<{ memberId: string; writtenAs: StaffRole | null }> {
  await lockPermissions(trx, { id: memberId })
  if (side === 'member' && kind === 'message') return { memberId, writtenAs: null }
  const roles = await lockRoles(trx, viewer, communityId, ['mail'])
  enforce(moderationRefusal(side === 'member' ? { isAdmin: false, isModerator: false } : roles))
  return { memberId, writtenAs: staffRoleOf(roles) }
}

/**
 * Serializes new conversations of a member, so that the limit holds for concurrent calls. Moderators may exceed it.
 *
 * @param conversation.id the conversation of the message, which always counts as open; missing for a new one.
 * @throws Refused with `too_many_conversations` if the limit is exceeded.
 */
async function lockOpenConversations(
  trx: Db,
  { id = '0', memberId, communityId }: { id?: string; memberId: string; communityId: string },
): Promise<void> {
  await sql`select lock_conversations(${memberId}::bigint)`.execute(trx)
  // A separate statement, which sees what was committed while the one above waited.
  const { open, isOpen } = await trx
    .selectFrom('modmail_conversations')
    .where('member_id', '=', memberId)
    .where('community_id', '=', communityId)
    .where('archived_at', 'is', null)
    .where(isOpenTo('member', 'id'))
    .select(sql<number>`count(*)::integer`.as('open'))
    .select(sql<boolean>`coalesce(bool_or(id = ${id}), false)`.as('isOpen'))
    .executeTakeFirstOrThrow()
  if (!isOpen && open >= limits.openConversationsMax) throw new Refused(errors.tooManyConversations)
}

async function lockStaffWriter(
  trx: Db,
  viewer: Viewer,
  communityId: string,
  username: string,
  kind: MessageKind,
): Promise<{ memberId: string; writtenAs: StaffRole | null }> {
  const found = await findMember(trx, username)
  // Checked before the member is looked up, so that others do not learn whether the name exists.
  const locked = await lockWriter(
    trx,
    viewer,
    { memberId: found?.id ?? viewer.id, communityId, side: 'moderators' },
    kind,
  )
  if (!found) throw new Refused(errors.userNotFound)
  if (found.id === viewer.id) throw new Refused(errors.messageToOneself)
  return locked
}

export const findMember = (db: Db, username: string): Promise<{ id: string } | undefined> =>
  db
    .selectFrom('users')
    .where('username_key', '=', username.trim().toLowerCase())
    .where('deleted_at', 'is', null)
    .where('is_built_in', '=', false)
    .select('id')
    .executeTakeFirst()

async function notifyOther(
  trx: Db,
  viewer: Viewer,
  about: {
    id: string
    communityId: string
    memberId: string
    subject: string
    kind: MessageKind
    writtenAs: StaffRole | null
  },
): Promise<void> {
  const { id, communityId, memberId, subject, kind, writtenAs } = about
  if (kind === 'note') return
  const details = { conversationId: Number(id), subject, ...(kind === 'warning' && { isWarning: true }) }
  if (writtenAs !== null)
    return notifyMember(trx, memberId, { type: 'modmail', communityId, deletedAs: writtenAs, details })
  await notifyStaff(
    trx,
    { type: 'modmail', communityId, actorId: viewer.id, details },
    { role: 'mods', needs: ['mail'], without: [viewer.id] },
  )
}
