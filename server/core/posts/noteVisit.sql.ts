// Made from noteVisit.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly memberId: string
  readonly publicId: string
}

export type NoteVisitRow = {
  id: string
}

export const noteVisit: Statement<Parameters, NoteVisitRow> = {
  name: 'noteVisit',
  text: `insert into post_visits (user_id, post_id, visited_at) select $1, id, now() from posts where public_id = $2 on conflict (user_id, post_id) do update set visited_at = greatest(post_visits.visited_at, excluded.visited_at) returning post_id as id`,
  parameters: ['memberId', 'publicId'],
  literals: [],
}
