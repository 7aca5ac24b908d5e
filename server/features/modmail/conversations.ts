import { sql } from 'kysely'
import { endpoints, type OutputOf } from '../../../contract/endpoints/index.ts'
import { limits } from '../../../contract/limits.ts'
import { enforceModeration } from '../../core/permissions/moderation.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import { countRows } from '../../platform/database/countRows.ts'
import { parseNumberCursor, parseTimestampCursor } from '../../platform/http/cursor.ts'
import { parseId } from '../../platform/http/ids.ts'
import { parseChoice } from '../../platform/http/parameters.ts'
import {
  conversationView,
  findPlace,
  getConversationView,
  messageView,
  type Side,
  selectConversations,
  selectMessages,
} from './queries.ts'

/**
 * One's own conversations, or those of a community.
 *
 * @throws Refused with `bad_action`, `invalid_cursor`, `invalid_id`, `community/not-found` or `not_admin_nor_mod`.
 */
export async function listConversations(
  db: Db,
  viewer: Viewer,
  request: { communityId?: string; filter?: string; next?: string },
): Promise<OutputOf<'listConversations'>> {
  const filter = parseChoice(endpoints.listConversations.query.properties.filter, request.filter)
  const next = parseTimestampCursor(request.next)
  const communityId = request.communityId ? parseId(request.communityId) : null
  if (communityId !== null) await enforceModeration(db, viewer, communityId, ['mail'])
  const side: Side = communityId === null ? 'member' : 'moderators'
  const mine =
    communityId === null
      ? sql<boolean>`conversation.member_id = ${viewer.id}`
      : sql<boolean>`conversation.community_id = ${communityId} and conversation.member_id <> ${viewer.id}`
  const [rows, noNew] = await Promise.all([
    selectConversations(db, side)
      .where(mine)
      .$if(side === 'moderators', (q) =>
        q.where('conversation.archived_at', filter === 'archived' ? 'is not' : 'is', null),
      )
      .$if(side === 'moderators' && filter === 'mine', (q) =>
        q.where('conversation.assigned_to', '=', viewer.id),
      )
      .$if(next !== null, (q) =>
        q.where(sql<boolean>`(conversation.updated_at, conversation.id)
          <= (moment_of(${next?.key}::bigint), ${next?.id}::bigint)`),
      )
      .orderBy('conversation.updated_at', 'desc')
      .orderBy('conversation.id', 'desc')
      .limit(limits.conversationsPerPage + 1)
      .execute(),
    countNew(db, mine, side),
  ])
  const following = rows[limits.conversationsPerPage]
  return {
    items: rows.slice(0, limits.conversationsPerPage).map((row) => conversationView(row, side)),
    noNew,
    next: following ? `${following.updated_us}.${following.id}` : null,
  }
}

async function countNew(db: Db, mine: ReturnType<typeof sql<boolean>>, side: Side): Promise<number> {
  const isNew =
    side === 'member'
      ? sql<boolean>`is_new_to_member`
      : sql<boolean>`archived_at is null and is_new_to_moderators`
  const counted = db
    .selectFrom('modmail_conversations as conversation')
    .where(mine)
    .where(isNew)
    .select('id')
    .limit(limits.conversationsCountedMax)
  return await countRows(db, counted)
}

/** @throws Refused with `invalid_cursor` or `conversation_not_found`. */
export async function getConversation(
  db: Db,
  viewer: Viewer,
  request: { conversationId: string; next?: string },
): Promise<OutputOf<'getConversation'>> {
  const next = parseNumberCursor(request.next)
  const { id, side } = await findPlace(db, viewer, request.conversationId)
  const [conversation, rows] = await Promise.all([
    getConversationView(db, id, side),
    selectMessages(db, id, side)
      .$if(next !== null, (q) => q.where('message.id', '<=', next))
      .limit(limits.messagesPerPage + 1)
      .execute(),
  ])
  return {
    conversation,
    messages: rows.slice(0, limits.messagesPerPage).map((row) => messageView(row, side)),
    next: rows[limits.messagesPerPage]?.id ?? null,
  }
}
