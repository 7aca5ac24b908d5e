import { type RawBuilder, sql } from 'kysely'
import type { IpBlock, IpBlockPage } from '../../../contract/entities/ipBlock.ts'
import { errors } from '../../../contract/errors.ts'
import { recordAction, recordActions } from '../../core/moderationLog/record.ts'
import { enforceAdmin } from '../../core/permissions/admin.ts'
import type { Db } from '../../platform/database/connection.ts'
import { Refused } from '../../platform/http/refused.ts'
import { getIpBlock, listIpBlocks } from './queries.ts'
import { isInEffect } from './serialize.ts'

const entry = { action: 'cancel_ip_block', actedAs: 'admins', communityId: null } as const

/**
 * Ends a block before its time.
 *
 * @throws Refused with `block-not-found`, or `block-not-in-effect` when it has ended already.
 */
export function cancelIpBlock(db: Db, by: { id: string }, blockId: number): Promise<IpBlock> {
  return db.transaction().execute(async (trx) => {
    await enforceAdmin(trx, by)
    const [address] = await endBlocks(trx, sql`ip_blocks.id = ${blockId}`)
    const block = await getIpBlock(trx, blockId)
    if (address === undefined) throw new Refused(errors.ipBlockNotInEffect)
    await recordAction(trx, { ...entry, actor: by, details: { address } })
    return block
  })
}

/** Ends all blocks in effect. @returns the first page of all blocks. */
export function cancelAllIpBlocks(db: Db, by: { id: string }): Promise<IpBlockPage> {
  return db.transaction().execute(async (trx) => {
    await enforceAdmin(trx, by)
    const addresses = await endBlocks(trx)
    await recordActions(
      trx,
      addresses.map((address) => ({ ...entry, actor: by, details: { address } })),
    )
    return listIpBlocks(trx)
  })
}

/**
 * Ends blocks that are in effect.
 *
 * @param which a condition on `ip_blocks`; by default, all of them.
 * @returns the networks whose blocks ended now. The time is taken after the lock, so it is later than all earlier changes.
 */
export async function endBlocks(trx: Db, which: RawBuilder<boolean> = sql`true`): Promise<string[]> {
  const rows = await trx
    .with('state', (q) =>
      q.updateTable('ip_block_state').set({ version: sql<string>`version + 1` }).returning('version'),
    )
    .updateTable('ip_blocks')
    .from(['state', sql`notify_ip_blocks()`.as('notified')])
    .set((eb) => ({ cancelled_at: sql<Date>`clock_timestamp()`, changed: eb.ref('state.version') }))
    .where(isInEffect())
    .where(which)
    .returning((eb) => eb.cast<string>('network', 'text').as('network'))
    .execute()
  return rows.map(({ network }) => network)
}
