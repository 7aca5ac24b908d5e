import { existsSync } from 'node:fs'
import { exitCodes } from './command.ts'
import { runCommandLine } from './run.ts'
import { processTerminal } from './terminal.ts'

if (existsSync('.env')) process.loadEnvFile('.env')

/** npm passes on a Ctrl-C that the terminal has already sent to every process; both come within milliseconds. */
const oneInterruptionMs = 1000

const interruption = new AbortController()
let interruptedAt = 0
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    // The first signal lets the command clean up; a second one exits at once.
    if (!interruption.signal.aborted) interruptedAt = performance.now()
    else if (performance.now() - interruptedAt > oneInterruptionMs) process.exit(exitCodes.interrupted)
    interruption.abort(new Error('Interrupted.'))
  })
}
// The program that started it has ended (scripts/folkmoot.mjs), perhaps by the same Ctrl-C, so it is no second interruption.
process.once('disconnect', () => interruption.abort(new Error('Interrupted.')))

const terminal = processTerminal()
process.exitCode = await runCommandLine(process.argv.slice(2), {
  environment: process.env,
  terminal,
  interrupted: interruption.signal,
})
terminal.showProgress('')
// An open standard input would keep the process alive.
process.stdin.unref?.()
