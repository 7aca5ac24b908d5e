import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { storeSecurityEvent } from '../core/sessions/securityEvents.ts'
import { enqueueAccountNotice } from '../features/accounts/accountNotice.ts'
import { writeArchive } from '../features/ownData/makeExport.ts'
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
  if (!name || !file || rest.length > 0) throw new UsageError('Name one member and one file.')
  return withDatabase({ config, terminal, interrupted: signal, ...context }, async ({ db }) => {
    const member = await getMember(db, name)
    const path = resolve(file)
    if (existsSync(path)) throw new CommandFailed(`There is a file ${file} already.`)
    const files = await openFileStore(config)
    try {
      const bytes = await writeArchive({ db, config, files }, member.id, { path, signal })
      await db.transaction().execute(async (trx) => {
        await storeSecurityEvent(trx, {
          kind: 'export_requested',
          userId: member.id,
          ip: null,
          detail: 'command line',
        })
        await enqueueAccountNotice(trx, 'archive', member.id)
      })
      terminal.say(`${file}: ${formatSize(bytes)}, all that is stored about @${member.username}.`)
    } finally {
      await files.close()
    }
    return exitCodes.done
  })
}
