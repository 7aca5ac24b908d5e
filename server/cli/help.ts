import { type Command, exitCodes } from './command.ts'

/** The text of `help`: every command with its forms. */
function helpText(commands: readonly Command[]): string {
  const blocks = commands.map(({ usage, about }) => [...usage.map((form) => `  ${form}`), `      ${about}`])
  return [
    'Usage: npm run folkmoot -- COMMAND',
    '',
    ...blocks.flatMap((block) => [...block, '']),
    'Works on the database of DATABASE_URL, or on the private one in DATA_DIR, also while the server runs.',
  ].join('\n')
}

/** `help` knows the others, so it is made for them. */
export const helpCommand = (others: readonly Command[]): Command => ({
  name: 'help',
  usage: ['help'],
  about: 'Shows this.',
  async run(_args, { terminal }) {
    terminal.say(helpText(others))
    return exitCodes.done
  },
})
