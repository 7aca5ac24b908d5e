// Made from insertSilence.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../../platform/database/statement.ts'

interface Parameters {
  readonly userId: string
  readonly communityId: string | null
  readonly silencedBy: string
  readonly silencesMax: number
}

export type InsertSilenceRow = {
  is_new: boolean
}

export const insertSilence: Statement<Parameters, InsertSilenceRow> = {
  name: 'insertSilence',
  text: `with counted as ( select count(*) as silences, coalesce(bool_or(user_id = $1), false) as is_known from report_silences where community_id is not distinct from $2::bigint ), inserted as ( insert into report_silences (user_id, community_id, silenced_by) select $1, $2::bigint, $3 from counted where silences < $4::integer on conflict do nothing returning id ) select exists (select from inserted) as is_new from counted where is_known or silences < $4::integer`,
  parameters: ['userId', 'communityId', 'silencedBy', 'silencesMax'],
  literals: [],
}
