import { sql } from 'kysely'
import type { Db } from '../database/connection.ts'
import { endBlocks } from '../ipblocks/cancel.ts'
import { networkText, readNetwork } from '../ipblocks/network.ts'
import { torBlockingChanged } from '../ipblocks/tor.ts'
import { type Command, CommandFailed, exitCodes, UsageError, withDatabase } from './command.ts'

export const unblockCommand: Command = {
  name: 'unblock',
  usage: ['unblock ADDRESS', 'unblock --all', 'unblock --tor'],
  about:
    'Lifts the IP blocks that shut out an address, or all IP blocks, or lets the Tor network in again. For admins who ' +
    'have shut themselves out.',

  run([which, ...rest], context) {
    if (!which || rest.length > 0) throw new UsageError('Say which address to let in, --all, or --tor.')
    return withDatabase(context, async ({ db }) => {
      const lines = which === '--tor' ? await allowTor(db) : await lift(db, which)
      for (const line of lines) context.terminal.say(line)
      return exitCodes.done
    })
  },
}

function allowTor(db: Db): Promise<string[]> {
  return db.transaction().execute(async (trx) => {
    await trx
      .updateTable('site_settings')
      .set({ tor_blocked: false })
      .where('tor_blocked', '=', true)
      .returning('tor_blocked')
      .executeTakeFirstOrThrow(() => new CommandFailed('The Tor network is not blocked.'))
    await torBlockingChanged(trx, { isOn: false })
    return ['The Tor network is not blocked any more.']
  })
}

async function lift(db: Db, which: string): Promise<string[]> {
  const network = which === '--all' ? null : readNetwork(which)
  if (network && 'status' in network)
    throw new UsageError(`"${which}" is neither an address nor a range: ${network.message}`)
  const range = network && networkText(network)
  const ended = await endBlocks(db, range === null ? undefined : sql`network >>= ${range}::inet`)
  const isInTor = range !== null && (await isShutOutWithTor(db, range))
  if (ended.length === 0 && !isInTor)
    throw new CommandFailed(range === null ? 'No address is blocked.' : `No block shuts out ${which}.`)
  return [
    ...ended.map((address) => `${address} is not blocked any more.`),
    ...(isInTor ? [`${which} is an exit of the Tor network, which is blocked: see --tor.`] : []),
  ]
}

async function isShutOutWithTor(db: Db, range: string): Promise<boolean> {
  const { rows } = await sql`select from ip_block_state cross join site_settings
    where tor_blocked and ${range}::inet = any(tor_exits)`.execute(db)
  return rows.length > 0
}
