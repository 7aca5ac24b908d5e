// Made from insertIpBlock.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly network: string
  readonly note: string
  readonly createdBy: string
  readonly hours: number | null
  readonly mapped: string
  readonly membersMax: string
}

export type InsertIpBlockRow = {
  id: number
}

export const insertIpBlock: Statement<Parameters, InsertIpBlockRow> = {
  name: 'insertIpBlock',
  text: `with state as ( update ip_block_state set version = version + 1 returning version ), inserted_block as ( insert into ip_blocks (network, note, created_by, created_at, expires_at, changed) select $1::cidr, $2, $3, at, at + $4::double precision * interval '1 hour', version from (select version, clock_timestamp() as at from state) as moment returning id ), seen_member as ( select id, row_number() over (order by last_seen_at desc, id desc) as position from users where (last_seen_ip <<= $1::inet or last_seen_ip <<= $5::inet) and deleted_at is null and not is_built_in order by position limit $6::bigint ), inserted_member as ( insert into ip_block_users (block_id, user_id, position) select inserted_block.id, seen_member.id, seen_member.position from inserted_block, seen_member ) select id from inserted_block, notify_ip_blocks()`,
  parameters: ['network', 'note', 'createdBy', 'hours', 'mapped', 'membersMax'],
  literals: [],
}
