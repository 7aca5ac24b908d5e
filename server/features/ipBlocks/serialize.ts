import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import type { IpBlock } from '../../../contract/entities/ipBlock.ts'
import type { DB } from '../../platform/database/tables.ts'

const eb = expressionBuilder<DB>()

/** Whether a block is in effect at this moment. */
export const isInEffect = (): Expression<SqlBool> =>
  sql<boolean>`(cancelled_at is null and (expires_at is null or expires_at > clock_timestamp()))`

/** What `ipBlockView` needs, from `ip_blocks`. */
export const ipBlockColumns = [
  'ip_blocks.id',
  sql<string>`host(network)`.as('ip'),
  // 0 for a single address.
  sql<number>`case masklen(network) when 32 + 96 * (family(network) = 6)::integer then 0 else masklen(network) end`.as(
    'maskedBits',
  ),
  'ip_blocks.created_at as createdAt',
  'ip_blocks.expires_at as expiresAt',
  'ip_blocks.cancelled_at as cancelledAt',
  'ip_blocks.note',
  sql<boolean>`${isInEffect()}`.as('inEffect'),
  eb
    .selectFrom('users')
    .whereRef('users.id', '=', sql.ref('ip_blocks.created_by'))
    .select('username')
    .$asScalar()
    .$notNull()
    .as('createdBy'),
  sql<string[]>`array(
    select username from ip_block_users join users on users.id = user_id
    where block_id = ip_blocks.id order by position)`.as('associatedUsers'),
] as const

interface IpBlockRow extends Omit<IpBlock, 'createdAt' | 'expiresAt' | 'cancelledAt'> {
  readonly createdAt: Date
  readonly expiresAt: Date | null
  readonly cancelledAt: Date | null
}

export const ipBlockView = (row: IpBlockRow): IpBlock => ({
  id: row.id,
  ip: row.ip,
  maskedBits: row.maskedBits,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt?.toISOString() ?? null,
  cancelledAt: row.cancelledAt?.toISOString() ?? null,
  createdBy: row.createdBy,
  inEffect: row.inEffect,
  associatedUsers: row.associatedUsers,
  note: row.note,
})
