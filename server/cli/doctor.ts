import { type Command, exitCodes, UsageError } from './command.ts'
import { examine } from './doctorChecks.ts'
import type { Finding } from './doctorResult.ts'

export const doctorCommand: Command = {
  name: 'doctor',
  usage: ['doctor'],
  about:
    'Checks what the server needs: configuration, Node.js, port, disk, backups, database, clock, mail and its domain, the public URL, proxies, the store for ' +
    'images, Valkey, memory. Changes nothing, sends no mail, and exits with 1 when there is a fault.',

  async run(args, { config, environment, terminal }) {
    if (args.length > 0) throw new UsageError('doctor takes no options.')
    const findings = await examine({ config, environment }, terminal.showProgress)
    terminal.showProgress('')
    for (const finding of findings) terminal.say(lineOf(finding))
    const faults = findings.filter(({ state }) => state === 'fault').length
    const warnings = findings.filter(({ state }) => state === 'warning').length
    terminal.say('')
    terminal.say(
      faults + warnings === 0
        ? 'Everything is fine.'
        : `${numberOf(faults, 'fault')}, ${numberOf(warnings, 'warning')}.`,
    )
    return faults > 0 ? exitCodes.failed : exitCodes.done
  },
}

const numberOf = (count: number, thing: string) => `${count} ${thing}${count === 1 ? '' : 's'}`

const stateWidth = 9
const lineOf = ({ state, about, text, fix }: Finding): string =>
  `${state.padEnd(stateWidth)}${about}: ${text}${fix ? `\n${' '.repeat(stateWidth)}${fix}` : ''}`
