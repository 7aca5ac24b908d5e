import { access, constants, stat } from 'node:fs/promises'
import { ImportRunning } from '../import/importPushshift.ts'
import { type ReferenceDryRun, tryReference } from '../import/reference/dryRun.ts'
import { importReference, type ReferenceSummary } from '../import/reference/import.ts'
import { UnknownDump } from '../import/reference/records.ts'
import { BrokenDump } from '../import/reference/sqlDump.ts'
import { leftBehind } from '../import/reference/tables.ts'
import { openFileStore } from '../platform/storage/open.ts'
import { CommandFailed, type Context, exitCodes, withDatabase } from './command.ts'
import { createProgressText, formatNumber } from './progress.ts'

/** Imports a forum from a dump of the reference's database, or shows what an import would do. */
export async function importReferenceForum(
  { file, imagesFolder, isDry }: { file: string; imagesFolder: string | null; isDry: boolean },
  context: Context,
): Promise<number> {
  const { config, terminal, interrupted: signal } = context
  await access(file, constants.R_OK).catch((error: Error) => {
    throw new CommandFailed(`${file} cannot be read: ${error.message}`)
  })
  if (imagesFolder !== null && !(await stat(imagesFolder).catch(() => null))?.isDirectory())
    throw new CommandFailed(`${imagesFolder} is not a folder.`)
  if (isDry) {
    const found = await explained(file, 'Nothing was written.', tryReference(file, signal))
    for (const line of dryRunLines(found)) terminal.say(line)
    return exitCodes.done
  }
  return withDatabase(context, async ({ connection, db }) => {
    const text = createProgressText()
    const files = await openFileStore(config)
    try {
      const summary = await explained(
        file,
        'Nothing was imported.',
        importReference(connection, {
          file,
          images:
            imagesFolder === null ? null : { folder: imagesFolder, services: { db, config, files, signal } },
          signal,
          onProgress: (progress) => terminal.showProgress(text(progress, performance.now())),
        }),
      )
      terminal.showProgress('')
      for (const line of summaryLines(summary, text.secondsSinceStart())) terminal.say(line)
      return exitCodes.done
    } finally {
      terminal.showProgress('')
      await files.close()
    }
  })
}

/** Errors of the dump as the operator reads them. @param consequence a sentence. */
const explained = <T>(file: string, consequence: string, work: Promise<T>): Promise<T> =>
  work.catch((error) => {
    if (error instanceof ImportRunning) throw new CommandFailed(error.message)
    if (error instanceof UnknownDump) throw new CommandFailed(`${error.message} ${consequence}`)
    if (error instanceof BrokenDump)
      throw new CommandFailed(`${file} is broken: ${error.message}. ${consequence}`)
    throw error
  })

const count = (number: number, one: string, many = `${one}s`) =>
  `${formatNumber(number)} ${number === 1 ? one : many}`

function summaryLines(summary: ReferenceSummary, seconds: number): string[] {
  const { images, pictures, renamed } = summary
  const rate = formatNumber(Math.round(summary.rows / Math.max(seconds, 0.001)))
  return [
    `${count(summary.rows, 'row')} read in ${seconds.toFixed(1)} s (${rate} rows/s)`,
    `members      ${formatNumber(summary.members)} created`,
    `communities  ${formatNumber(summary.communities)} created`,
    `posts        ${formatNumber(summary.posts)} created`,
    `comments     ${formatNumber(summary.comments)} created`,
    `votes        ${formatNumber(summary.votes)} created`,
    `lists        ${formatNumber(summary.lists)} created`,
    `reports      ${formatNumber(summary.reports)} created`,
    images
      ? `pictures     ${formatNumber(images.copied)} copied`
      : `pictures     none copied; ${formatNumber(pictures)} are in the dump. Repeat the command with --images FOLDER to copy them.`,
    ...(images && images.missing > 0 ? [`${count(images.missing, 'picture')} not found in the folder`] : []),
    ...(images && images.unusable > 0
      ? [`${count(images.unusable, 'file')} could not be used: broken, too large, or of another format`]
      : []),
    ...(summary.admins.length > 0 ? [`Admins: ${summary.admins.map((name) => `@${name}`).join(', ')}`] : []),
    ...renamed.map(({ kind, before, after }) =>
      kind === 'member'
        ? `@${before} is @${after} here, because the name was taken`
        : `/${before} is /${after} here, because the name was taken`,
    ),
    ...(summary.readdressed > 0
      ? [`${count(summary.readdressed, 'post')} got a new URL, because the old one was taken`]
      : []),
    ...(summary.orphans > 0
      ? [`${count(summary.orphans, 'comment')} left out: no post or parent in the dump`]
      : []),
    ...(summary.raised > 0
      ? [`${count(summary.raised, 'comment')} deeper than the deepest level of a thread moved up`]
      : []),
    ...countLines('left out', summary.rejected),
    ...leftBehindLines(summary.otherTables),
  ]
}

function dryRunLines(found: ReferenceDryRun): string[] {
  return [
    ...found.samples.flatMap((one) => [
      one.kind === 'post'
        ? `post in ${one.community ?? '?'} by ${one.author ?? 'ghost'}: ${one.title}`
        : `comment by ${one.author ?? 'ghost'}:`,
      `  ${one.isDeleted ? '(deleted) ' : ''}${one.text}`,
    ]),
    `${count(found.rows, 'row')}. Nothing was written.`,
    ...[...found.counts].map(([table, rows]) => `${table.padEnd(20)} ${formatNumber(rows)}`),
    `${count(found.passwords, 'member')} can log in with the old password`,
    ...countLines('would be left out', found.rejected),
    ...leftBehindLines(found.otherTables),
  ]
}

const countLines = (what: string, counts: ReadonlyMap<string, number>) =>
  [...counts].map(([reason, number]) => `${formatNumber(number)} ${what}: ${reason}`)

const leftBehindLines = (otherTables: ReadonlyMap<string, number>) => [
  'Not imported:',
  ...leftBehind.map((one) => `- ${one}`),
  ...[...otherTables].map(([table, rows]) => `- the table ${table} (${count(rows, 'row')})`),
]
