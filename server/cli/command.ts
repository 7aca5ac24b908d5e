import type { Config } from '../config.ts'
import { beforeMigration } from '../core/backups/beforeMigration.ts'
import { type ConfiguredDatabase, openConfiguredDatabase } from '../platform/database/open.ts'

/** One command of the command line. */
export interface Command {
  readonly name: string
  /** Its usage lines, without the name of the program. */
  readonly usage: readonly string[]
  /** One or two sentences for the operator. */
  readonly about: string
  /** @returns the exit code. @throws UsageError or CommandFailed. */
  run(args: readonly string[], context: Context): Promise<number>
}

/** The environment of a command. */
export interface Context {
  readonly config: Config
  /** The variables that the configuration was parsed from, and all others. */
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly terminal: Terminal
  /** Aborted by Ctrl-C. */
  readonly interrupted: AbortSignal
}

export interface Terminal {
  /** Whether standard input is a terminal. */
  readonly isInteractive: boolean
  /** Prints a line of the result to standard output. */
  say(line: string): void
  /** Prints a message or an error to standard error. */
  report(line: string): void
  /** Replaces the progress line; an empty text clears it. */
  showProgress(line: string): void
  /** Asks for a password without echo, or reads one line of piped input. */
  askSecret(question: string): Promise<string>
  /** All of standard input. */
  readInput(): Promise<string>
}

export const exitCodes = { done: 0, failed: 1, misused: 2, interrupted: 130 } as const

/** The arguments of the command are invalid. */
export class UsageError extends Error {}

/** The command failed; the message tells the operator why. */
export class CommandFailed extends Error {}

/**
 * Opens the database, calls `work` and closes the database.
 *
 * @param options.migrates false to leave the schema as it is.
 * @param options.loading the private PostgreSQL is started for filling it.
 */
export async function withDatabase<T>(
  { config, terminal }: Context,
  work: (database: ConfiguredDatabase) => Promise<T>,
  { migrates = true, loading = false }: { migrates?: boolean; loading?: boolean } = {},
): Promise<T> {
  const database = await openConfiguredDatabase(config, terminal.report, {
    migrates,
    loading,
    ...(migrates && { beforeMigration: beforeMigration(config, terminal.report) }),
  })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}
