// Made from noteVisits.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly memberIds: readonly string[]
  readonly publicIds: readonly string[]
  readonly visitedMicros: readonly string[]
}

export type NoteVisitsRow = never

export const noteVisits: Statement<Parameters, NoteVisitsRow> = {
  name: 'noteVisits',
  text: `insert into post_visits (user_id, post_id, visited_at) select users.id, posts.id, moment_of(visit.micros) from unnest($1::bigint[], $2::text[], $3::bigint[]) as visit (member_id, public_id, micros) join users on users.id = visit.member_id and users.deleted_at is null join posts on posts.public_id = visit.public_id order by users.id, posts.id on conflict (user_id, post_id) do update set visited_at = excluded.visited_at where post_visits.visited_at < excluded.visited_at`,
  parameters: ['memberIds', 'publicIds', 'visitedMicros'],
  literals: [],
}
