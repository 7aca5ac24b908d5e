import type { Config } from '../config.ts'
import { type ConfiguredDatabase, openConfiguredDatabase } from '../database/open.ts'

/** One command of the command line. */
export interface Command {
  readonly name: string
  /** Its forms, without the name of the program, as `help` prints them. */
  readonly usage: readonly string[]
  /** One or two sentences for the owner of a site. */
  readonly about: string
  /** @returns the exit code. @throws UsageError or CommandFailed. */
  run(args: readonly string[], context: Context): Promise<number>
}

/** What a command knows of the world around it. */
export interface Context {
  readonly config: Config
  readonly terminal: Terminal
  /** Ends when the person presses Ctrl-C. */
  readonly interrupted: AbortSignal
}

export interface Terminal {
  /** Whether lines may be written over and questions asked. */
  readonly isInteractive: boolean
  /** A line of the result. */
  say(line: string): void
  /** A line about what is going on or wrong; never mixed into a result that is piped on. */
  report(line: string): void
  /** Shows a line in place of the one shown before; an empty one clears it. */
  showProgress(line: string): void
  /** Asks for something that must not be seen, or reads it as one line of piped input. */
  askSecret(question: string): Promise<string>
}

export const exitCodes = { done: 0, failed: 1, misused: 2, interrupted: 130 } as const

/** The command was called in a way that it does not understand. */
export class UsageError extends Error {}

/** The command could not do what it was asked to do; the message says why. */
export class CommandFailed extends Error {}

/** Opens the database for one piece of work and lets go of it afterwards. */
export async function withDatabase<T>(
  { config, terminal }: Context,
  work: (database: ConfiguredDatabase) => Promise<T>,
): Promise<T> {
  const database = await openConfiguredDatabase(config, terminal.report)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}
