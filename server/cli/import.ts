import { access, constants } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type ImportProgress, ImportRunning, type ImportSummary, importPushshift } from '../import/import.ts'
import { errorMessage } from '../platform/errors.ts'
import { type Command, CommandFailed, exitCodes, UsageError, withDatabase } from './command.ts'
import { createProgressText, formatNumber } from './progress.ts'

export const importCommand: Command = {
  name: 'import',
  usage: ['import pushshift [--rejects FILE] FILE…'],
  about:
    'Imports discussions from Pushshift dumps: submissions and comments, one JSON object per line, plain, .gz or .zst, ' +
    'in any order. May be interrupted and repeated. Unusable lines are written to FILE.rejects.ndjson.',

  async run(args, context) {
    const { files, rejectsFileOf } = parseArguments(args)
    await checkFiles(files, rejectsFileOf)
    const { terminal, interrupted } = context
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
      options: { rejects: { type: 'string' } },
      allowPositionals: true,
    })
    const [format, ...files] = positionals
    if (format !== 'pushshift') throw new UsageError('Name the format of the files: pushshift.')
    if (files.length === 0) throw new UsageError('Name the files to import.')
    const rejectsFileOf = (file: string) => values.rejects ?? `${file}.rejects.ndjson`
    return { files, rejectsFileOf }
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
      `Rejected lines would overwrite ${overwritten}, which is to be imported. Name another file with --rejects.`,
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

const outcomeText = ({ created, known, repeated }: ImportSummary['posts']) =>
  [
    `${formatNumber(created)} created`,
    ...(known > 0 ? [`${formatNumber(known)} already imported`] : []),
    ...(repeated > 0 ? [`${formatNumber(repeated)} duplicates in the files`] : []),
  ].join(', ')

const countLines = (what: string, counts: ReadonlyMap<string, number>) =>
  [...counts].map(([reason, count]) => `${formatNumber(count)} ${what}: ${reason}`)
