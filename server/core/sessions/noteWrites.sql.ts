// Made from noteWrites.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly userIds: readonly string[]
}

export type NoteWritesRow = {
  notified: string | null
}

export const noteWrites: Statement<Parameters, NoteWritesRow> = {
  name: 'noteWrites',
  text: `with noted as ( insert into last_writes (user_id, written_at, position) select given.user_id, clock_timestamp(), pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint from (select distinct user_id from unnest($1::bigint[]) as one (user_id) order by user_id) as given on conflict (user_id) do update set written_at = greatest(last_writes.written_at, excluded.written_at), position = greatest(last_writes.position, excluded.position) returning user_id) select pg_notify('writes', '')::text as notified from noted where user_id = 0`,
  parameters: ['userIds'],
  literals: [],
}
