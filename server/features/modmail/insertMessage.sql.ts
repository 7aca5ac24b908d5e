// Made from insertMessage.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly isByMember: boolean
  readonly conversationId: string
  readonly isNote: boolean
  readonly authorId: string
  readonly kind: string
  readonly writtenAs: string | null
  readonly body: string
}

export type InsertMessageRow = {
  id: string
  subject: string
  was_new: boolean
}

export const insertMessage: Statement<Parameters, InsertMessageRow> = {
  name: 'insertMessage',
  text: `with before as materialized ( select id, is_new_to_moderators, case when $1::boolean then subject else subject_for_member(conversation) end as subject from modmail_conversations as conversation where id = $2 for no key update ), after as ( update modmail_conversations as conversation set updated_at = case when $3::boolean then conversation.updated_at else now() end, archived_at = case when $1 then null else conversation.archived_at end, is_new_to_member = not $1 and (conversation.is_new_to_member or not $3::boolean), is_new_to_moderators = $1 or (conversation.is_new_to_moderators and $3::boolean) from before where conversation.id = before.id ), message as ( insert into modmail_messages (conversation_id, author_id, kind, written_as, body) select id, $4, $5, $6, $7 from before returning id ) select message.id, before.subject as "subject", before.is_new_to_moderators as was_new from before, message`,
  parameters: ['isByMember', 'conversationId', 'isNote', 'authorId', 'kind', 'writtenAs', 'body'],
  literals: [],
}
