import { setTimeout as pause } from 'node:timers/promises'
import { Redis } from 'iovalkey'
import { openValkey, type Valkey } from '../../server/platform/valkey/connection.ts'
import { freePort } from './freePort.ts'
import { findProgram } from './installed.ts'
import { type RunningProgram, runProgram } from './program.ts'

/** Valkey, or Redis, which understands the same commands. Null where neither is installed. */
export const valkeyProgram = findProgram('valkey-server') ?? findProgram('redis-server')

/** Prints why tests are skipped. @returns whether there is neither Valkey nor Redis, for `skipIf`. */
export function isValkeyMissing(): boolean {
  if (valkeyProgram) return false
  process.stdout.write('Skipped, because neither valkey-server nor redis-server is installed.\n')
  return true
}

export interface RunningValkey {
  readonly port: number
  readonly url: string
  kill(): Promise<void>
  /** Starts it again, empty. */
  start(): Promise<void>
  /** How many connections programs have to it. */
  connections(): Promise<number>
}

export async function startValkey(): Promise<RunningValkey> {
  const port = Number(await freePort())
  const args = `--bind 127.0.0.1 --port ${port} --save  --appendonly no --dir /tmp`.split(' ')
  let program: RunningProgram
  const start = async () => {
    program = await runProgram(valkeyProgram ?? '', args, { port })
  }
  await start()
  return {
    port,
    url: `valkey://127.0.0.1:${port}`,
    kill: () => program.kill(),
    start,
    async connections() {
      const own = new Redis({ port })
      const list = String(await own.call('CLIENT', 'LIST', 'TYPE', 'normal'))
      own.disconnect()
      return list.trim().split('\n').length - 1
    },
  }
}

/** As a server opens it. @returns when it is used. */
export async function connectValkey(url: string, log: (line: string) => void = () => {}): Promise<Valkey> {
  const valkey = openValkey(url, log)
  while (!valkey.isUsed()) await pause(5)
  return valkey
}
