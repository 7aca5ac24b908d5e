import { sql } from 'kysely'
import type { IpBlock } from '../../../contract/entities/ipBlock.ts'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import {
  contains,
  mappedText,
  type Network,
  networkText,
  parseAddress,
  parseNetwork,
} from '../../core/ipBlocks/network.ts'
import { tellProcesses } from '../../core/ipBlocks/watch.ts'
import { recordAction } from '../../core/moderationLog/record.ts'
import { enforceAdmin } from '../../core/permissions/admin.ts'
import type { Db } from '../../platform/database/connection.ts'
import { Refused } from '../../platform/http/refused.ts'
import { cut } from '../../platform/http/text.ts'
import { getIpBlock } from './read.ts'

/** Of those who were last seen in a blocked range, the latest. */
const ipBlockUsersMax = 1000

interface WantedBlock {
  /** An address, a range, or a form with wildcards. */
  readonly address: string
  /** In hours; next to nothing means for ever. */
  readonly expiresIn: number
  readonly note: string
}

/**
 * Shuts out an address or a range, and notes who was last seen there.
 *
 * @param by.ip where the admin is, who must not shut themself out.
 * @throws Refused with `bad-ip`, `own-ip` or `block-duplicate`.
 */
export async function createIpBlock(
  db: Db,
  by: { id: string; ip: string },
  wanted: WantedBlock,
): Promise<IpBlock> {
  const network = parseNetwork(wanted.address)
  if ('status' in network) throw new Refused(network)
  const own = parseAddress(by.ip)
  if (own && contains(network, own)) throw new Refused(errors.ownIp)
  const note = cut(wanted.note.trim(), limits.ipBlockNoteMaxLength)
  const hours = wanted.expiresIn <= limits.ipBlockHoursMin ? null : wanted.expiresIn
  return db.transaction().execute(async (trx) => {
    await enforceAdmin(trx, by)
    const id = await insertBlock(trx, network, { by: by.id, note, hours }).catch((error) => {
      throw isOverlap(error) ? new Refused(errors.ipBlockDuplicate) : error
    })
    const block = await getIpBlock(trx, id)
    await recordAction(trx, {
      action: 'block_ip',
      actor: by,
      actedAs: 'admins',
      communityId: null,
      reason: note,
      details: {
        address: networkText(network),
        ...(block.expiresAt && { expiresAt: block.expiresAt }),
      },
    })
    return block
  })
}

/** Its moment is that of the lock: a block that somebody ended while we waited for it does not overlap with it. */
async function insertBlock(
  trx: Db,
  network: Network,
  { by, note, hours }: { by: string; note: string; hours: number | null },
): Promise<number> {
  const range = networkText(network)
  // Addresses of IPv4 may have been noted in their IPv6 spelling.
  const mapped = mappedText(network) ?? range
  const { rows } = await sql<{ id: number }>`
    with state as (update ip_block_state set version = version + 1 returning version),
    made as (
      insert into ip_blocks (network, note, created_by, created_at, expires_at, changed)
      select ${range}::cidr, ${note}, ${by}, at, at + ${hours}::double precision * interval '1 hour', version
      from (select version, clock_timestamp() as at from state) as moment
      returning id),
    seen as (
      select id, row_number() over (order by last_seen_at desc, id desc) as position from users
      where (last_seen_ip <<= ${range}::inet or last_seen_ip <<= ${mapped}::inet)
        and deleted_at is null and not is_built_in
      order by position limit ${sql.lit(ipBlockUsersMax)}),
    noted as (
      insert into ip_block_users (block_id, user_id, position) select made.id, seen.id, seen.position from made, seen)
    select id from made, ${tellProcesses()}`.execute(trx)
  if (!rows[0]) throw new Error('A block was not made.')
  return rows[0].id
}

/** Says whether a write failed because the same network is blocked already. */
const isOverlap = (error: unknown): boolean =>
  error instanceof Error && (error as { code?: unknown }).code === '23P01'
