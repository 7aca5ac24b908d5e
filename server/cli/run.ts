import { type Config, ConfigurationError, parseConfig } from '../config.ts'
import { CannotStart } from '../platform/database/cannotStart.ts'
import { isDatabaseDown } from '../platform/database/connection.ts'
import { errorMessage } from '../platform/errors.ts'
import { explainStartFailure } from '../startFailure.ts'
import { adminCommand } from './admin.ts'
import { backupCommand } from './backup.ts'
import { bounceCommand } from './bounce.ts'
import { checkCommand } from './check.ts'
import { type Command, CommandFailed, exitCodes, type Terminal, UsageError } from './command.ts'
import { communityCommand } from './community.ts'
import { doctorCommand } from './doctor.ts'
import { importCommand } from './import.ts'
import { keysCommand } from './keys.ts'
import { restoreCommand, verifyCommand } from './restore.ts'
import { settingsCommand } from './settings.ts'
import { unblockCommand } from './unblock.ts'
import { migrateCommand, upgradeCommand } from './upgrade.ts'
import { userCommand } from './user.ts'
import { workerCommand } from './worker.ts'

/** The text of `help`: all commands with their usage lines. */
function helpText(commands: readonly Command[]): string {
  const blocks = commands.map(({ usage, about }) => [...usage.map((form) => `  ${form}`), `      ${about}`])
  return [
    'Usage: ./folkmoot COMMAND',
    '',
    ...blocks.flatMap((block) => [...block, '']),
    'Uses the database at DATABASE_URL, or the private one in DATA_DIR. The server can be running.',
  ].join('\n')
}

/** The command `help`, which lists the others. */
const helpCommand = (others: readonly Command[]): Command => ({
  name: 'help',
  usage: ['help'],
  about: 'Shows this text.',
  async run(_args, { terminal }) {
    terminal.say(helpText(others))
    return exitCodes.done
  },
})

const commands: readonly Command[] = [
  adminCommand,
  userCommand,
  communityCommand,
  unblockCommand,
  keysCommand,
  bounceCommand,
  settingsCommand,
  upgradeCommand,
  migrateCommand,
  importCommand,
  backupCommand,
  restoreCommand,
  verifyCommand,
  checkCommand,
  doctorCommand,
  workerCommand,
]

/**
 * Runs one command and reports every failure on the terminal.
 *
 * @param args the arguments after the name of the program.
 * @returns the exit code: 0 success, 1 failure, 2 invalid arguments, 130 interrupted.
 */
export async function runCommandLine(
  args: readonly string[],
  given: {
    environment: Record<string, string | undefined>
    terminal: Terminal
    interrupted: AbortSignal
  },
): Promise<number> {
  const { terminal, interrupted } = given
  const [name = 'help', ...rest] = args
  const asksForHelp = ['help', '--help', '-h'].includes(name)
  const command = asksForHelp ? helpCommand(commands) : commands.find((one) => one.name === name)
  if (!command) {
    terminal.report(`There is no command "${name}". "./folkmoot help" lists all commands.`)
    return exitCodes.misused
  }
  let config: Config | null = null
  try {
    if (rest.includes('--help') || rest.includes('-h')) throw new UsageError(command.about)
    config = parseConfig(given.environment)
    return await command.run(rest, { config, environment: given.environment, terminal, interrupted })
  } catch (error) {
    if (interrupted.aborted) {
      terminal.report('Interrupted.')
      return exitCodes.interrupted
    }
    if (error instanceof UsageError) {
      terminal.report(error.message)
      terminal.report(`Usage: ${command.usage.join('\n       ')}`)
      return exitCodes.misused
    }
    terminal.report(explanation(error, config))
    return exitCodes.failed
  }
}

/** @param config null if that is what is wrong. */
function explanation(error: unknown, config: Config | null): string {
  if (error instanceof ConfigurationError) return `The configuration is invalid:\n${error.message}`
  if (error instanceof CommandFailed || error instanceof CannotStart) return error.message
  const explained = config && explainStartFailure(error, config)
  if (explained) return explained.message
  if (isDatabaseDown(error)) return `The database does not answer: ${errorMessage(error)}`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
