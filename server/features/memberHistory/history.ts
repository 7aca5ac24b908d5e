import type { MemberHistory, MemberNote } from '../../../contract/entities/memberHistory.ts'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import type { ModerationAction } from '../../../contract/moderationActions.ts'
import type { BanKind } from '../../../contract/words.ts'
import { enforceModeration } from '../../core/permissions/moderation.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import { queryRow, queryRows } from '../../platform/database/statement.ts'
import { parseNumberCursor } from '../../platform/http/cursor.ts'
import { parseId } from '../../platform/http/ids.ts'
import { Refused } from '../../platform/http/refused.ts'
import { historyCounts } from './historyCounts.sql.ts'
import { historyPage } from './historyPage.sql.ts'

/** Actions of the moderation log that a member's history contains. */
const actions: readonly ModerationAction[] = [
  'remove_post',
  'remove_post_content',
  'remove_comment',
  'restore_post',
  'restore_comment',
  'lock_post',
  'unlock_post',
  'lock_comment',
  'unlock_comment',
  'ban_from_community',
  'change_community_ban',
  'unban_from_community',
  'ignore_report',
  'approve_post',
  'approve_comment',
  'approve_held',
  'uphold_appeal',
  'overturn_appeal',
]

/**
 * Moderation actions about a member in a community, and notes of its moderators.
 *
 * @throws Refused with `invalid_id`, `community/not-found`, `not_admin_nor_mod`, `invalid_cursor` or `user_not_found`.
 */
export async function getMemberHistory(
  db: Db,
  viewer: Viewer,
  request: { communityId: string; username: string; next?: string },
): Promise<MemberHistory> {
  const communityId = parseId(request.communityId)
  await enforceModeration(db, viewer, communityId, ['content', 'members'])
  const next = parseNumberCursor(request.next)
  const entriesMax = String(limits.memberHistoryCountedMax)
  const member = await queryRow(db, historyCounts, {
    communityId,
    usernameKey: request.username.trim().toLowerCase(),
    entriesMax,
  })
  if (!member) throw new Refused(errors.userNotFound)
  const [rows, notes, warnings] = await Promise.all([
    queryRows(db, historyPage, {
      communityId,
      memberId: member.id,
      actions,
      entriesMax,
      hasCursor: next !== null,
      cursorId: next,
      limit: String(limits.memberHistoryPerPage + 1),
    }),
    listNotes(db, { communityId, memberId: member.id }, viewer),
    listWarnings(db, { communityId, memberId: member.id }, viewer),
  ])
  return {
    username: member.username,
    memberSince: member.created_at.toISOString(),
    points: member.points,
    isBanned: member.is_banned,
    noRemovals: member.removals,
    noLocks: member.locks,
    noBans: member.bans,
    noApprovals: member.approvals,
    noWarnings: warnings.total,
    warnings: warnings.latest,
    notes,
    entries: rows.slice(0, limits.memberHistoryPerPage).map((row) => ({
      id: row.id,
      action: row.action as ModerationAction,
      actedAs: row.acted_as,
      moderator: row.moderator,
      post:
        row.post_public_id === null ? null : { publicId: row.post_public_id, title: row.post_title ?? '' },
      comment: row.comment_id === null ? null : { id: row.comment_id },
      rule: row.rule,
      reason: row.reason,
      banKind: row.ban_kind as BanKind | null,
      expiresAt: row.expires_at,
      createdAt: row.created_at.toISOString(),
    })),
    next: rows[limits.memberHistoryPerPage]?.id ?? null,
  }
}

/** Notes about the viewer are hidden from them. */
async function listNotes(
  db: Db,
  { communityId, memberId }: { communityId: string; memberId: string },
  viewer: Viewer,
): Promise<MemberNote[]> {
  const rows = await db
    .selectFrom('member_notes')
    .innerJoin('users', 'users.id', 'author_id')
    .where('member_id', '=', memberId)
    .where('member_id', '<>', viewer.id)
    .where('community_id', '=', communityId)
    .select(['member_notes.id', 'body', 'member_notes.created_at', 'username', 'users.deleted_at'])
    .orderBy('member_notes.id', 'desc')
    .limit(limits.memberNotesMax)
    .execute()
  return rows.map(({ id, body, created_at, username, deleted_at }) => ({
    id: Number(id),
    author: deleted_at === null ? username : 'ghost',
    text: body,
    createdAt: created_at.toISOString(),
  }))
}

/** A moderator sees conversations with themselves only as a member. */
async function listWarnings(
  db: Db,
  { communityId, memberId }: { communityId: string; memberId: string },
  viewer: Viewer,
): Promise<{ total: number; latest: MemberHistory['warnings'] }> {
  const rows = await db
    .selectFrom('modmail_messages as message')
    .innerJoin('modmail_conversations as conversation', 'conversation.id', 'conversation_id')
    .innerJoin('users', 'users.id', 'author_id')
    .where('kind', '=', 'warning')
    .where('member_id', '=', memberId)
    .where('member_id', '<>', viewer.id)
    .where('community_id', '=', communityId)
    .select((eb) => [
      'conversation_id',
      'message.body',
      'message.created_at',
      'username',
      'users.deleted_at',
      eb.fn.countAll<string>().over().as('total'),
    ])
    .orderBy('message.id', 'desc')
    .limit(limits.warningsShown)
    .execute()
  return {
    total: Number(rows[0]?.total ?? 0),
    latest: rows.map(({ conversation_id, body, created_at, username, deleted_at }) => ({
      conversationId: Number(conversation_id),
      moderator: deleted_at === null ? username : 'ghost',
      text: body,
      createdAt: created_at.toISOString(),
    })),
  }
}
