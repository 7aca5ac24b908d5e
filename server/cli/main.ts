import { existsSync } from 'node:fs'
import { exitCodes } from './command.ts'
import { runCommandLine } from './run.ts'
import { processTerminal } from './terminal.ts'

if (existsSync('.env')) process.loadEnvFile('.env')

const interruption = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    // The first one lets the command put things down in order; who insists need not wait for that.
    if (interruption.signal.aborted) process.exit(exitCodes.interrupted)
    interruption.abort(new Error('Interrupted.'))
  })
}

const terminal = processTerminal()
process.exitCode = await runCommandLine(process.argv.slice(2), {
  environment: process.env,
  terminal,
  interrupted: interruption.signal,
})
terminal.showProgress('')
// Standard input may still be open when nobody is going to read it.
process.stdin.unref?.()
