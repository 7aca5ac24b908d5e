import { existsSync } from 'node:fs'
import { open as openFile } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { parseArgs } from 'node:util'
import { recordCommandBackup } from '../core/backups/lastMade.ts'
import { type BackupProgress, configuredSource, makeBackup } from '../core/backups/make.ts'
import { backupName } from '../core/backups/names.ts'
import { areMigrationsKnown } from '../platform/database/migrate.ts'
import { errorMessage } from '../platform/errors.ts'
import { writeWhole } from '../platform/storage/archives.ts'
import { openBackupStore, openFileStore } from '../platform/storage/open.ts'
import { type Command, CommandFailed, type Context, exitCodes, UsageError, withDatabase } from './command.ts'
import { createBackupProgressText, formatNumber, formatSize } from './progress.ts'

export const backupCommand: Command = {
  name: 'backup',
  usage: ['backup [--passphrase] [FILE]', 'backup list'],
  about:
    'Writes all data of the forum, and its images, to FILE, or to the folder or bucket of backups; the forum can keep running. ' +
    '--passphrase asks for a passphrase instead of using BACKUP_PASSPHRASE. list shows what is in the folder or bucket; it needs no database.',

  async run(args, context) {
    const { asks, file } = parseArguments(args)
    if (file === 'list' && !asks) return listBackups(context)
    const { config, terminal, interrupted: signal } = context
    const passphrase = asks ? await askTwice(context) : config.backupPassphrase
    return withDatabase(
      context,
      async ({ connection, db }) => {
        if (!(await areMigrationsKnown(db)))
          throw new CommandFailed(
            'This database was upgraded by a newer version of Folkmoot. Use that version.',
          )
        const name = file
          ? basename(file)
          : backupName(new Date(), 'manual', { isEncrypted: passphrase !== '' })
        const store = await openBackupStore(config)
        const files = await openFileStore(config)
        const text = createBackupProgressText()
        try {
          const { manifest, trailer, stored } = await makeBackup(
            configuredSource(
              { connection, files, config },
              { passphrase, signal, onProgress: showProgress(terminal, text) },
            ),
            (bytes: Readable) =>
              file ? writeWhole(resolve(file), bytes, signal) : store.put(name, bytes, signal),
          )
          await recordCommandBackup(db)
          terminal.showProgress('')
          const rows = trailer.parts
            .filter(({ name }) => name.startsWith('tables/'))
            .reduce((sum, { count }) => sum + count, 0)
          const seconds = text.secondsSinceStart()
          terminal.say(`${file ?? `${name} in ${store.place}`}: ${formatSize(stored)}`)
          terminal.say(
            `${formatNumber(rows)} rows and ${formatNumber(imagesIn(trailer.parts))} images, as of ${manifest.createdAt}, in ${seconds.toFixed(1)} s (${formatNumber(Math.round(rows / Math.max(seconds, 0.001)))} rows/s)`,
          )
          if (trailer.missingImages > 0)
            terminal.report(`The files of ${formatNumber(trailer.missingImages)} images are missing.`)
          return exitCodes.done
        } finally {
          terminal.showProgress('')
          await files.close()
          await store.close()
        }
      },
      { migrates: false },
    )
  },
}

async function listBackups({ config, terminal }: Context): Promise<number> {
  const store = await openBackupStore(config)
  try {
    const files = await store.list()
    if (files.length === 0) throw new CommandFailed(`There is no backup in ${store.place}.`)
    for (const { name, size, changedAt } of files)
      terminal.say(
        `${name}  ${formatSize(size)}  ${changedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
      )
    return exitCodes.done
  } finally {
    await store.close()
  }
}

export const imagesIn = (parts: readonly { name: string; count: number }[]): number =>
  parts.find(({ name }) => name === 'images')?.count ?? 0

function parseArguments(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { passphrase: { type: 'boolean' } },
      allowPositionals: true,
    })
    if (positionals.length > 1) throw new UsageError('Give the name of one file.')
    return { asks: values.passphrase ?? false, file: positionals[0] }
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(errorMessage(error))
  }
}

/** Who has the file can try passphrases as fast as their machines allow. */
export const passphraseMinLength = 12

async function askTwice({ terminal }: Context): Promise<string> {
  const passphrase = await terminal.askSecret('Passphrase: ')
  if (passphrase.length < passphraseMinLength)
    throw new CommandFailed(
      `A passphrase needs at least ${passphraseMinLength} characters. Four random words make a good one.`,
    )
  if (terminal.isInteractive && (await terminal.askSecret('Repeat the passphrase: ')) !== passphrase)
    throw new CommandFailed('The passphrases do not match.')
  return passphrase
}

export const showProgress =
  (terminal: Context['terminal'], text: ReturnType<typeof createBackupProgressText>) =>
  (progress: BackupProgress) =>
    terminal.showProgress(text(progress, performance.now()))

/** Opens a backup by its path, or by its name in the folder or bucket of backups. @throws CommandFailed. */
export async function openBackup(context: Context, file: string): Promise<Readable> {
  // Opened now, because the stream of a file that cannot be opened would fail before someone listens.
  if (existsSync(file)) {
    const handle = await openFile(file)
    if (!(await handle.stat()).isDirectory()) return handle.createReadStream()
    await handle.close()
    throw new CommandFailed(`${file} is a folder, not a file.`)
  }
  if (!file.includes('/')) {
    const store = await openBackupStore(context.config)
    const found = await store.open(file).catch(() => null)
    if (found) return found.content.once('close', () => void store.close())
    await store.close()
  }
  throw new CommandFailed(`There is no file ${file}.`)
}

/** The passphrase of the configuration, or else one that is typed in. */
export const passphraseFor =
  ({ config, terminal }: Context, asks: boolean) =>
  async (): Promise<string> =>
    (!asks && config.backupPassphrase) || (await askPassphrase(terminal))

async function askPassphrase(terminal: Context['terminal']): Promise<string> {
  const passphrase = await terminal.askSecret('Passphrase of the backup: ')
  if (passphrase === '')
    throw new CommandFailed(
      'The backup is encrypted. Type its passphrase, pass it on standard input, or set BACKUP_PASSPHRASE.',
    )
  return passphrase
}
