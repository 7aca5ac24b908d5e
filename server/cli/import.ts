import { access, constants } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type DryRun, tryPushshift } from '../import/dryRun.ts'
import {
  type ImportProgress,
  ImportRunning,
  type ImportSummary,
  importPushshift,
} from '../import/importPushshift.ts'
import { type Repair, repairImports } from '../import/repair.ts'
import { errorMessage } from '../platform/errors.ts'
import { excerptOf } from '../platform/markdown/excerpt.ts'
import { type Command, CommandFailed, exitCodes, UsageError, withDatabase } from './command.ts'
import { importReferenceForum } from './importReference.ts'
import { createProgressText, formatNumber } from './progress.ts'

export const importCommand: Command = {
  name: 'import',
  usage: [
    'import pushshift [--dry-run] [--rejects FILE] FILE…',
    'import reference [--dry-run] [--images FOLDER] FILE',
    'import repair [--dry-run]',
  ],
  about:
    'Imports discussions from Pushshift dumps: submissions and comments, one JSON object per line, plain, .gz or .zst, ' +
    'in any order. It can be interrupted and repeated. Unusable lines are written to FILE.rejects.ndjson. --dry-run shows what would be ' +
    'imported. reference imports a whole forum from a dump of the database of the reference program ' +
    '(mysqldump, plain, .gz or .zst) and the folder with its pictures. repair decodes &amp; &lt; &gt; ' +
    'in texts of earlier imports.',

  async run(args, context) {
    const { format, files, rejectsFileOf, imagesFolder, isDry } = parseArguments(args)
    const { terminal, interrupted } = context
    if (format === 'repair')
      return withDatabase(context, async ({ connection }) => {
        const repair = await repairImports(connection, { isDry, signal: interrupted }).catch((error) => {
          throw error instanceof ImportRunning ? new CommandFailed(error.message) : error
        })
        for (const line of repairLines(repair, isDry)) terminal.say(line)
        return exitCodes.done
      })
    if (format === 'reference')
      return importReferenceForum({ file: files[0] ?? '', imagesFolder, isDry }, context)
    await checkFiles(files, rejectsFileOf)
    if (isDry) {
      const found = await tryPushshift(files, interrupted)
      for (const line of dryRunLines(found)) terminal.say(line)
      return found.brokenFiles.size > 0 ? exitCodes.failed : exitCodes.done
    }
    return withDatabase(context, async ({ connection }) => {
      const text = createProgressText()
      try {
        const summary = await importPushshift(connection, {
          files,
          rejectsFileOf,
          signal: interrupted,
          onProgress: (progress: ImportProgress) => terminal.showProgress(text(progress, performance.now())),
        })
        terminal.showProgress('')
        for (const line of summaryLines(summary, text.secondsSinceStart())) terminal.say(line)
        return summary.brokenFiles.size > 0 ? exitCodes.failed : exitCodes.done
      } catch (error) {
        terminal.showProgress('')
        if (error instanceof ImportRunning) throw new CommandFailed(error.message)
        throw error
      }
    })
  },
}

function parseArguments(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { rejects: { type: 'string' }, images: { type: 'string' }, 'dry-run': { type: 'boolean' } },
      allowPositionals: true,
    })
    const [format, ...files] = positionals
    if (format !== 'pushshift' && format !== 'reference' && format !== 'repair')
      throw new UsageError('Give the format of the files: pushshift or reference.')
    if (format === 'repair' && files.length > 0) throw new UsageError('repair takes no files.')
    if (format === 'reference' && files.length !== 1) throw new UsageError('Give one file with the dump.')
    if (format !== 'reference' && values.images !== undefined)
      throw new UsageError('--images is only for the format reference.')
    if (format !== 'pushshift' && values.rejects !== undefined)
      throw new UsageError('--rejects is only for the format pushshift.')
    if (format === 'pushshift' && files.length === 0) throw new UsageError('Give the files to import.')
    const rejectsFileOf = (file: string) => values.rejects ?? `${file}.rejects.ndjson`
    return {
      format,
      files,
      rejectsFileOf,
      imagesFolder: values.images ?? null,
      isDry: values['dry-run'] ?? false,
    }
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(errorMessage(error))
  }
}

async function checkFiles(files: readonly string[], rejectsFileOf: (file: string) => string) {
  for (const file of files)
    await access(file, constants.R_OK).catch((error: Error) => {
      throw new CommandFailed(`${file} cannot be read: ${error.message}`)
    })
  const inputs = new Set(files.map((file) => resolve(file)))
  const overwritten = files.map(rejectsFileOf).find((path) => inputs.has(resolve(path)))
  if (overwritten)
    throw new CommandFailed(
      `Rejected lines would overwrite ${overwritten}, which is one of the files to import. Choose another file with --rejects.`,
    )
}

function summaryLines(summary: ImportSummary, seconds: number): string[] {
  const rate = formatNumber(Math.round(summary.rows / Math.max(seconds, 0.001)))
  return [
    `${formatNumber(summary.rows)} rows read in ${seconds.toFixed(1)} s (${rate} rows/s)`,
    `posts        ${outcomeText(summary.posts)}`,
    `comments     ${outcomeText(summary.comments)}`,
    `communities  ${formatNumber(summary.communities)} created`,
    `members      ${formatNumber(summary.members)} created`,
    ...(summary.raised > 0
      ? [
          `${formatNumber(summary.raised)} comments were deeper than the deepest level of a thread and were moved up`,
        ]
      : []),
    ...countLines('converted', summary.conversions),
    ...countLines('rejected', summary.rejected),
    ...summary.rejectsFiles.map((path) => `The rejected lines are in ${path}`),
    ...[...summary.brokenFiles].map(
      ([file, reason]) => `${file} is broken (${reason}). Everything before that point has been imported.`,
    ),
  ]
}

/** A text as readers see it, in one line. */
const shown = (body: string) => excerptOf(body)

function dryRunLines({
  rows,
  posts,
  comments,
  samples,
  conversions,
  rejected,
  brokenFiles,
}: DryRun): string[] {
  return [
    ...samples.flatMap((one) =>
      one.kind === 'submission'
        ? [
            `post in ${one.community} by ${one.author ?? 'ghost'}: ${one.title}`,
            `  ${one.contentDeletedAs ? '(deleted)' : (one.link?.url ?? shown(one.body ?? ''))}`,
          ]
        : [`comment by ${one.author ?? 'ghost'}: ${one.deletedAs ? '(deleted)' : shown(one.body)}`],
    ),
    `${formatNumber(rows)} rows: ${formatNumber(posts)} posts, ${formatNumber(comments)} comments. Nothing was written.`,
    ...countLines('would be converted', conversions),
    ...countLines('would be rejected', rejected),
    ...[...brokenFiles].map(([file, reason]) => `${file} is broken (${reason}).`),
  ]
}

function repairLines({ posts, comments, samples }: Repair, isDry: boolean): string[] {
  const counted = `${formatNumber(posts)} posts and ${formatNumber(comments)} comments`
  return [
    ...samples.flatMap(({ before, after }) => [`- ${oneLine(before)}`, `+ ${oneLine(after)}`]),
    isDry
      ? `${counted} would be repaired. Nothing was written.`
      : `${counted} were repaired. The server renders them within some minutes.`,
  ]
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').slice(0, 200)

const outcomeText = ({ created, known, repeated }: ImportSummary['posts']) =>
  [
    `${formatNumber(created)} created`,
    ...(known > 0 ? [`${formatNumber(known)} already imported`] : []),
    ...(repeated > 0 ? [`${formatNumber(repeated)} duplicates in the files`] : []),
  ].join(', ')

const countLines = (what: string, counts: ReadonlyMap<string, number>) =>
  [...counts].map(([reason, count]) => `${formatNumber(count)} ${what}: ${reason}`)
