import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { storeSecurityEvent } from '../core/sessions/securityEvents.ts'
import { enqueueAccountNotice } from '../features/accounts/accountNotice.ts'
import { writeArchive } from '../features/ownData/makeExport.ts'
import { errorCode } from '../platform/errors.ts'
import { openFileStore } from '../platform/storage/open.ts'
import { CommandFailed, type Context, exitCodes, UsageError, withDatabase } from './command.ts'
import { getMember } from './member.ts'
import { formatSize } from './progress.ts'

/**
 * Writes the archive of a member who cannot request it, such as one without a password. It is a security event of the account, and its
 * confirmed address is mailed.
 */
export function exportUser(
  [name, file, ...rest]: readonly string[],
  { config, terminal, interrupted: signal, ...context }: Context,
): Promise<number> {
  if (!name || !file || rest.length > 0) throw new UsageError('Give the name of one member and one file.')
  return withDatabase({ config, terminal, interrupted: signal, ...context }, async ({ db }) => {
    const member = await getMember(db, name)
    const path = resolve(file)
    if (existsSync(path)) throw new CommandFailed(`${file} already exists.`)
    const files = await openFileStore(config)
    try {
      // Before anything can be read: someone who interrupts the command has a part of the archive.
      await db.transaction().execute(async (trx) => {
        await storeSecurityEvent(trx, {
          kind: 'export_requested',
          userId: member.id,
          ip: null,
          detail: 'command line',
        })
        await enqueueAccountNotice(trx, 'archive', member.id)
      })
      const bytes = await writeArchive({ db, config, files }, member.id, { path, signal }).catch(
        async (error) => {
          // A file that someone else has made meanwhile stays.
          if (errorCode(error) !== 'EEXIST') await rm(path, { force: true })
          throw error
        },
      )
      terminal.say(`${file}: ${formatSize(bytes)}, everything stored about @${member.username}.`)
    } finally {
      await files.close()
    }
    return exitCodes.done
  })
}
