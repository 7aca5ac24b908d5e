import { sql } from 'kysely'
import type { Conversation, ModmailMessage } from '../../../contract/entities/modmail.ts'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { isStaff, rolesAtRequest } from '../../core/permissions/roles.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import { parseIdOrNull } from '../../platform/http/ids.ts'
import { Refused } from '../../platform/http/refused.ts'

/** The side of a viewer in a conversation. A moderator is the member in conversations about themselves. */
export type Side = 'member' | 'moderators'

const nameOf = (user: string) =>
  sql<string>`case when ${sql.ref(`${user}.deleted_at`)} is null then ${sql.ref(`${user}.username`)} else 'ghost' end`

/** The condition that a side may see a conversation: the member sees none that has nothing but notes. */
export const isOpenTo = (side: Side, conversationId: string) =>
  side === 'member' ? sql<boolean>`is_open_to_member(${sql.ref(conversationId)})` : sql<boolean>`true`

/** Conversations with everything that one side sees of them. */
export const selectConversations = (db: Db, side: Side) =>
  db
    .selectFrom('modmail_conversations as conversation')
    .innerJoin('communities', 'communities.id', 'conversation.community_id')
    .innerJoin('users as member', 'member.id', 'conversation.member_id')
    .leftJoin('users as assignee', (join) =>
      join.onRef('assignee.id', '=', 'conversation.assigned_to').on('assignee.deleted_at', 'is', null),
    )
    .where(isOpenTo(side, 'conversation.id'))
    .select([
      'conversation.id',
      'conversation.community_id',
      'conversation.member_id',
      'communities.name as community_name',
      (side === 'member'
        ? sql<string>`subject_for_member(conversation)`
        : sql.ref<string>('conversation.subject')
      ).as('subject'),
      'conversation.created_at',
      'conversation.updated_at',
      'conversation.archived_at',
      'conversation.is_new_to_member',
      'conversation.is_new_to_moderators',
      'assignee.username as assignee_name',
      nameOf('member').as('member_name'),
      sql<string>`microseconds_of(conversation.updated_at)`.as('updated_us'),
      sql<string | null>`(
        select left(body, ${limits.modmailExcerptLength}::integer) from modmail_messages
        where conversation_id = conversation.id and (kind <> 'note' or ${side} = 'moderators') order by id desc limit 1)`.as(
        'excerpt',
      ),
    ])

type ConversationRow = Awaited<ReturnType<ReturnType<typeof selectConversations>['executeTakeFirstOrThrow']>>

export const conversationView = (row: ConversationRow, side: Side): Conversation => ({
  id: Number(row.id),
  community: { id: row.community_id, name: row.community_name },
  member: { username: row.member_name },
  subject: row.subject,
  excerpt: row.excerpt ?? '',
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  isArchived: row.archived_at !== null,
  isNew: side === 'member' ? row.is_new_to_member : row.is_new_to_moderators,
  assignedTo: side === 'member' || row.assignee_name === null ? null : { username: row.assignee_name },
})

/** @throws Refused with `conversation_not_found` if it does not exist or the viewer may not read it. */
export async function findPlace(
  db: Db,
  viewer: Viewer,
  conversationId: string,
): Promise<{ id: string; memberId: string; communityId: string; side: Side }> {
  const row = await db
    .selectFrom('modmail_conversations')
    .where('id', '=', parseIdOrNull(conversationId) ?? '0')
    .select(['id', 'member_id', 'community_id', sql<boolean>`is_open_to_member(id)`.as('is_open_to_member')])
    .executeTakeFirst()
  const side = row?.member_id === viewer.id ? 'member' : 'moderators'
  const isAdmitted =
    side === 'member'
      ? row?.is_open_to_member
      : row && isStaff(rolesAtRequest(viewer, row.community_id, ['mail']))
  if (!row || !isAdmitted) throw new Refused(errors.conversationNotFound)
  return { id: row.id, memberId: row.member_id, communityId: row.community_id, side }
}

export const getConversationView = async (db: Db, id: string, side: Side): Promise<Conversation> =>
  conversationView(
    await selectConversations(db, side)
      .where('conversation.id', '=', id)
      .executeTakeFirstOrThrow(() => new Refused(errors.conversationNotFound)),
    side,
  )

/** Messages of a conversation that one side may read, the latest first. */
export const selectMessages = (db: Db, conversationId: string, side: Side) =>
  db
    .selectFrom('modmail_messages as message')
    .innerJoin('users as author', 'author.id', 'message.author_id')
    .where('conversation_id', '=', conversationId)
    .$if(side === 'member', (q) => q.where('kind', '<>', 'note'))
    .select([
      'message.id',
      'kind',
      'written_as',
      'body',
      'message.created_at',
      nameOf('author').as('author_name'),
    ])
    .orderBy('message.id', 'desc')

type MessageRow = Awaited<ReturnType<ReturnType<typeof selectMessages>['executeTakeFirstOrThrow']>>

/** A message; the member sees the role of a moderator who wrote it, but not the name. */
export const messageView = (row: MessageRow, side: Side): ModmailMessage => ({
  id: Number(row.id),
  kind: row.kind,
  writtenAs: row.written_as,
  author: side === 'member' && row.written_as !== null ? null : { username: row.author_name },
  text: row.body,
  createdAt: row.created_at.toISOString(),
})
