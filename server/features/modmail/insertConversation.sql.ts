// Made from insertConversation.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly communityId: string
  readonly subject: string
  readonly isNewToMember: boolean
  readonly isNewToModerators: boolean
  readonly memberId: string
  readonly authorId: string
  readonly kind: string
  readonly writtenAs: string | null
  readonly body: string
}

export type InsertConversationRow = {
  id: string
}

export const insertConversation: Statement<Parameters, InsertConversationRow> = {
  name: 'insertConversation',
  text: `with conversation as ( insert into modmail_conversations (community_id, member_id, subject, is_new_to_member, is_new_to_moderators) select $1, id, $2, $3, $4 from users where id = $5 and deleted_at is null returning id ) insert into modmail_messages (conversation_id, author_id, kind, written_as, body) select id, $6, $7, $8, $9 from conversation returning conversation_id as id`,
  parameters: ['communityId', 'subject', 'isNewToMember', 'isNewToModerators', 'memberId', 'authorId', 'kind', 'writtenAs', 'body'],
  literals: [],
}
