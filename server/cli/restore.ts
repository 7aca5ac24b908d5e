import { parseArgs } from 'node:util'
import { TargetNotEmpty } from '../core/backups/load.ts'
import { restoreBackup } from '../core/backups/restore.ts'
import { verifyBackup } from '../core/backups/verify.ts'
import { ArchiveUnreadable } from '../platform/archive/format.ts'
import { acquireServerLock } from '../platform/database/serverLock.ts'
import { errorMessage } from '../platform/errors.ts'
import { openFileStore } from '../platform/storage/open.ts'
import { imagesIn, openBackup, passphraseFor, showProgress } from './backup.ts'
import { checkCommand } from './check.ts'
import { type Command, CommandFailed, type Context, exitCodes, UsageError, withDatabase } from './command.ts'
import { createBackupProgressText, formatNumber } from './progress.ts'

export const restoreCommand: Command = {
  name: 'restore',
  usage: ['restore [--passphrase] FILE'],
  about:
    'Restores a backup into an empty DATA_DIR or an empty database: FILE, or the name of one in the place of backups. Restores all or ' +
    'nothing, and can be repeated. --passphrase asks for it even where BACKUP_PASSPHRASE is set.',

  async run(args, context) {
    const { asks, file } = parseArguments(args)
    const { config, terminal, interrupted } = context
    const bytes = await openBackup(context, file)
    // No server may start on what is half there.
    const lock = acquireServerLock(config.dataDir)
    try {
      const text = createBackupProgressText()
      const { manifest, trailer, migrated } = await withDatabase(
        context,
        async ({ connection }) => {
          const files = await openFileStore(config)
          const source = {
            bytes,
            askPassphrase: passphraseFor(context, asks),
            signal: interrupted,
            onProgress: showProgress(terminal, text),
          }
          try {
            return await restoreBackup({ connection, config, files }, source)
          } finally {
            await files.close()
          }
        },
        { migrates: false, loading: true },
      )
      terminal.showProgress('')
      sayContent(context, { manifest, trailer })
      for (const name of migrated) terminal.say(`applied ${name}`)
      terminal.say(`Restored in ${text.secondsSinceStart().toFixed(1)} s.`)
      return await checkCommand.run([], context)
    } catch (error) {
      throw explained(error, 'Nothing was restored.')
    } finally {
      terminal.showProgress('')
      bytes.destroy()
      lock.release()
    }
  },
}

export const verifyCommand: Command = {
  name: 'verify',
  usage: ['verify [--passphrase] FILE'],
  about:
    'Reads a backup whole, compares it with its summary and restores it into a PostgreSQL of its own, which is deleted afterwards.',

  async run(args, context) {
    const { asks, file } = parseArguments(args)
    const { config, terminal, interrupted } = context
    const bytes = await openBackup(context, file)
    const text = createBackupProgressText()
    try {
      const { manifest, trailer, wrongCounters } = await verifyBackup(config, {
        bytes,
        askPassphrase: passphraseFor(context, asks),
        signal: interrupted,
        onProgress: showProgress(terminal, text),
      })
      terminal.showProgress('')
      sayContent(context, { manifest, trailer })
      for (const counter of wrongCounters)
        terminal.say(`${counter} has wrong values, as in the forum: see "check".`)
      terminal.say(`The backup is sound: it was restored in ${text.secondsSinceStart().toFixed(1)} s.`)
      return exitCodes.done
    } catch (error) {
      throw explained(error, 'Do not rely on this backup.')
    } finally {
      terminal.showProgress('')
      bytes.destroy()
    }
  },
}

function parseArguments(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { passphrase: { type: 'boolean' } },
      allowPositionals: true,
    })
    const [file, ...others] = positionals
    if (!file || others.length > 0) throw new UsageError('Give the name of one backup.')
    return { asks: values.passphrase ?? false, file }
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(errorMessage(error))
  }
}

function sayContent(
  { terminal }: Context,
  { manifest, trailer }: Pick<Awaited<ReturnType<typeof restoreBackup>>, 'manifest' | 'trailer'>,
) {
  terminal.say(
    `${manifest.site || 'A forum'}, as of ${manifest.createdAt} (Folkmoot ${manifest.programVersion}, ${manifest.migration})`,
  )
  const counts = new Map(trailer.parts.map(({ name, count }) => [name, count]))
  for (const table of ['users', 'communities', 'posts', 'comments'])
    terminal.say(`${table.padEnd(12)} ${formatNumber(counts.get(`tables/${table}`) ?? 0)}`)
  terminal.say(`${'images'.padEnd(12)} ${formatNumber(imagesIn(trailer.parts))}`)
  if (trailer.missingImages > 0)
    terminal.say(`The files of ${formatNumber(trailer.missingImages)} images were missing when it was made.`)
}

function explained(error: unknown, consequence: string): unknown {
  if (error instanceof TargetNotEmpty) return new CommandFailed(error.message)
  if (error instanceof ArchiveUnreadable) return new CommandFailed(`${error.message} ${consequence}`)
  return error
}
