import { bareName } from '../../contract/memberName.ts'
import { erasedContents } from '../../contract/words.ts'
import { deleteMarkedImages } from '../core/images/delete.ts'
import { getEffectiveSettings } from '../core/settings/live.ts'
import { deleteOldExports } from '../features/ownData/deleteExports.ts'
import { findNamed, lockForDeletion, orderErasure } from '../features/ownData/erasing/order.ts'
import { eraseMember } from '../features/ownData/erasing/perform.ts'
import { findErasures } from '../features/ownData/erasing/report.ts'
import { Refused } from '../platform/http/refused.ts'
import { openFileStore } from '../platform/storage/open.ts'
import { CommandFailed, type Context, exitCodes, UsageError, withDatabase } from './command.ts'
import { recordCommand } from './operator.ts'

/**
 * Erases a member for good, waits until it is done, and prints the report. What an interruption leaves, a running server or the next
 * run of the command completes.
 */
export function eraseUser([name, ...args]: readonly string[], context: Context): Promise<number> {
  const content =
    args.length === 2 && args[0] === '--content' ? erasedContents.find((one) => one === args[1]) : null
  if (!name || !content)
    throw new UsageError('Choose what happens to posts and comments: --content keep, blank or remove.')
  const { config, terminal, interrupted: signal } = context
  return withDatabase(context, async ({ db }) => {
    const member = await findNamed(db, bareName(name))
    if (!member) throw new CommandFailed(`There is no account named "${name}".`)
    if (member.isBuiltIn) throw new CommandFailed(`@${member.username} is a built-in account.`)
    if (terminal.isInteractive) {
      const typed = await terminal.askSecret(
        `This cannot be undone. Type the name again to erase @${member.username}: `,
      )
      if (bareName(typed) !== bareName(name))
        throw new CommandFailed('The names do not match. Nothing has changed.')
    }
    const { id } = await db.transaction().execute(async (trx) => {
      const locked = await lockForDeletion(trx, member.id).catch((error) => {
        if (!(error instanceof Refused)) throw error
        throw new CommandFailed(`@${member.username} is the only admin. Make someone else an admin first.`)
      })
      await orderErasure(trx, member.id, { content, orderedBy: null, locked })
      await recordCommand(trx, { action: 'delete_user', userId: member.id })
      return trx
        .selectFrom('erasures')
        .where('user_id', '=', member.id)
        .select('id')
        .executeTakeFirstOrThrow()
    })
    await eraseMember(db, id, {
      config,
      signal,
      onProgress: ({ name: step, number, of }) => terminal.showProgress(`step ${number} of ${of}: ${step}`),
    })
    terminal.showProgress('')
    signal.throwIfAborted()
    const files = await openFileStore(config)
    try {
      await deleteMarkedImages({ db, files }, signal)
      await deleteOldExports({ db, files }, signal)
    } finally {
      await files.close()
    }
    const settings = await getEffectiveSettings(db, config.locked)
    const [report] = await findErasures(db, settings, id)
    if (!report) throw new CommandFailed('The account no longer exists.')
    terminal.say(`Erased. The account is now @${report.username}.`)
    for (const [title, lines] of [
      ['What was erased', report.erased],
      ['What remains, and why', report.remains],
      ['Backups', report.backups],
    ] as const) {
      terminal.say(`\n${title}:`)
      for (const line of lines) terminal.say(`- ${line}`)
    }
    return exitCodes.done
  })
}
