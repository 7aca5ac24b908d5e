import { type Command, exitCodes } from './command.ts'

/** The text of `help`: all commands with their usage lines. */
function helpText(commands: readonly Command[]): string {
  const blocks = commands.map(({ usage, about }) => [...usage.map((form) => `  ${form}`), `      ${about}`])
  return [
    'Usage: npm run folkmoot -- COMMAND',
    '',
    ...blocks.flatMap((block) => [...block, '']),
    'Uses the database at DATABASE_URL, or the private one in DATA_DIR. The server may be running.',
  ].join('\n')
}

/** The command `help`, which lists the others. */
export const helpCommand = (others: readonly Command[]): Command => ({
  name: 'help',
  usage: ['help'],
  about: 'Shows this text.',
  async run(_args, { terminal }) {
    terminal.say(helpText(others))
    return exitCodes.done
  },
})
