// Made from ipBlockChanges.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly knownTorExitsVersion: string
  readonly knownVersion: string
}

export type IpBlockChangesRow = {
  version: string
  tor_blocked: boolean
  tor_exits_version: string
  tor_exits: string[] | null
  blocks: ({ network: string; until: number | null })[]
}

export const ipBlockChanges: Statement<Parameters, IpBlockChangesRow> = {
  name: 'ipBlockChanges',
  text: `select version, tor_blocked, tor_exits_version, case when tor_exits_version <> $1 then tor_exits::text[] end as tor_exits, coalesce(( select json_agg(json_build_object('network', network::text, 'until', case when cancelled_at is null then floor(extract(epoch from expires_at) * 1000) else 0 end) order by changed) from ip_blocks where changed > $2 and ($2 > 0 or (cancelled_at is null and (expires_at is null or expires_at > now()))) ), '[]') as blocks from ip_block_state cross join site_settings`,
  parameters: ['knownTorExitsVersion', 'knownVersion'],
  literals: [],
}
