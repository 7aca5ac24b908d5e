// Made from claimIdempotencyKeys.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly lockTimeout: string | null
  readonly userIds: readonly string[]
  readonly calls: readonly string[]
  readonly keys: readonly string[]
  readonly fingerprints: readonly Buffer[]
  readonly keptHours: number
}

export type ClaimIdempotencyKeysRow = {
  user_id: string
  call: string
  key: string
}

export const claimIdempotencyKeys: Statement<Parameters, ClaimIdempotencyKeysRow> = {
  name: 'claimIdempotencyKeys',
  text: `with lock_limit as materialized ( select set_config('lock_timeout', coalesce($1::text, current_setting('lock_timeout')), true) ) insert into idempotency_keys as stored (user_id, call, key, fingerprint) select given.* from lock_limit cross join unnest( $2::bigint[], $3::text[], $4::text[], $5::bytea[]) as given (user_id, call, key, fingerprint) order by user_id, call, key on conflict (user_id, call, key) do update set fingerprint = excluded.fingerprint, answer = null, created_at = excluded.created_at where stored.created_at < now() - make_interval(hours => $6::integer) returning user_id, call, key`,
  parameters: ['lockTimeout', 'userIds', 'calls', 'keys', 'fingerprints', 'keptHours'],
  literals: [],
}
