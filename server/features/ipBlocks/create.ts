import type { IpBlock } from '../../../contract/entities/ipBlock.ts'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { contains, mappedText, networkText, parseAddress, parseNetwork } from '../../core/ipBlocks/network.ts'
import { recordAction } from '../../core/moderationLog/record.ts'
import { enforceAdmin } from '../../core/permissions/admin.ts'
import type { Db } from '../../platform/database/connection.ts'
import { queryRow } from '../../platform/database/statement.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { errorCode } from '../../platform/errors.ts'
import { Refused } from '../../platform/http/refused.ts'
import { cut } from '../../platform/http/text.ts'
import { insertIpBlock } from './insertIpBlock.sql.ts'
import { getIpBlock } from './queries.ts'

/** Maximum number of recorded members who were last seen in a blocked range, the latest ones. */
const ipBlockUsersMax = 1000

interface RequestedBlock {
  /** An address, a range, or a form with wildcards. */
  readonly address: string
  /** In hours; values up to `ipBlockHoursMin` mean forever. */
  readonly expiresIn: number
  readonly note: string
}

/**
 * Blocks an address or a range, and records who was last seen there.
 *
 * @param by.ip the admin's own address, which they must not block.
 * @throws Refused with `bad-ip`, `own-ip` or `block-duplicate`.
 */
export async function createIpBlock(
  db: Db,
  by: { id: string; ip: string },
  requested: RequestedBlock,
): Promise<IpBlock> {
  const network = parseNetwork(requested.address)
  if ('status' in network) throw new Refused(network)
  const own = parseAddress(by.ip)
  if (own && contains(network, own)) throw new Refused(errors.ownIp)
  const note = cut(requested.note.trim(), limits.ipBlockNoteMaxLength)
  const hours = requested.expiresIn <= limits.ipBlockHoursMin ? null : requested.expiresIn
  return inTransaction(db, async (trx) => {
    await enforceAdmin(trx, by)
    const range = networkText(network)
    const inserted = await queryRow(trx, insertIpBlock, {
      network: range,
      mapped: mappedText(network) ?? range,
      createdBy: by.id,
      note,
      hours,
      membersMax: String(ipBlockUsersMax),
    }).catch((error) => {
      throw isOverlap(error) ? new Refused(errors.ipBlockDuplicate) : error
    })
    if (!inserted) throw new Error('The row of ip_block_state is missing.')
    const block = await getIpBlock(trx, inserted.id)
    await recordAction(trx, {
      action: 'block_ip',
      actor: by,
      actedAs: 'admins',
      communityId: null,
      reason: note,
      details: {
        address: range,
        ...(block.expiresAt && { expiresAt: block.expiresAt }),
      },
    })
    return block
  })
}

/** Whether a write failed because the same network is already blocked. */
const isOverlap = (error: unknown): boolean => errorCode(error) === '23P01'
