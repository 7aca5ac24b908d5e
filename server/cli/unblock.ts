import { sql } from 'kysely'
import { networkText, parseNetwork } from '../core/ipBlocks/network.ts'
import { switchTorBlocking } from '../core/ipBlocks/tor.ts'
import { endBlocks } from '../features/ipBlocks/cancel.ts'
import type { Db } from '../platform/database/connection.ts'
import { type Command, CommandFailed, exitCodes, UsageError, withDatabase } from './command.ts'
import { recordCommand } from './operator.ts'

export const unblockCommand: Command = {
  name: 'unblock',
  usage: ['unblock ADDRESS', 'unblock --all', 'unblock --tor'],
  about:
    'Lifts the IP blocks of an address, all IP blocks, or the block of the Tor network. For admins who have blocked ' +
    'themselves.',

  run([which, ...rest], context) {
    if (!which || rest.length > 0) throw new UsageError('Give an address, --all or --tor.')
    return withDatabase(context, async ({ db }) => {
      const lines = which === '--tor' ? await unblockTor(db) : await unblock(db, which)
      for (const line of lines) context.terminal.say(line)
      return exitCodes.done
    })
  },
}

function unblockTor(db: Db): Promise<string[]> {
  return db.transaction().execute(async (trx) => {
    const changes = await switchTorBlocking(trx, { isOn: false, by: null })
    if (changes.length === 0) throw new CommandFailed('The Tor network is not blocked.')
    return ['The Tor network is no longer blocked.']
  })
}

async function unblock(db: Db, which: string): Promise<string[]> {
  const network = which === '--all' ? null : parseNetwork(which)
  if (network && 'status' in network)
    throw new UsageError(`"${which}" is neither an address nor a range: ${network.message}`)
  const range = network && networkText(network)
  const ended = await db.transaction().execute(async (trx) => {
    const addresses = await endBlocks(trx, range === null ? undefined : sql`network >>= ${range}::inet`)
    for (const address of addresses)
      await recordCommand(trx, { action: 'cancel_ip_block', details: { address } })
    return addresses
  })
  const isTorBlocked = range !== null && (await isBlockedAsTorExit(db, range))
  if (ended.length === 0 && !isTorBlocked)
    throw new CommandFailed(range === null ? 'No address is blocked.' : `${which} is not blocked.`)
  return [
    ...ended.map((address) => `${address} is no longer blocked.`),
    ...(isTorBlocked ? [`${which} is still blocked as an exit node of the Tor network: see --tor.`] : []),
  ]
}

async function isBlockedAsTorExit(db: Db, range: string): Promise<boolean> {
  const { isBlocked } = await db
    .selectNoFrom(({ exists, selectFrom }) =>
      exists(
        selectFrom('ip_block_state')
          .innerJoin('site_settings', (join) => join.onTrue())
          .where('tor_blocked', '=', true)
          .where(sql<boolean>`${range}::inet = any(tor_exits)`),
      ).as('isBlocked'),
    )
    .executeTakeFirstOrThrow()
  return Boolean(isBlocked)
}
