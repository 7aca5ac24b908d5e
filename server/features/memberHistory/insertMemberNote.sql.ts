// Made from insertMemberNote.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly communityId: string
  readonly memberId: string
  readonly authorId: string
  readonly body: string
  readonly notesMax: number
}

export type InsertMemberNoteRow = {
  id: string
  created_at: Date
}

export const insertMemberNote: Statement<Parameters, InsertMemberNoteRow> = {
  name: 'insertMemberNote',
  text: `insert into member_notes (community_id, member_id, author_id, body) select $1, $2, $3, $4 where (select count(*) from member_notes where member_id = $2 and community_id = $1) < $5::integer returning id, created_at`,
  parameters: ['communityId', 'memberId', 'authorId', 'body', 'notesMax'],
  literals: [],
}
