import { setTimeout as pause } from 'node:timers/promises'
import { startBuiltServer } from './builtServer.ts'
import { postgresSeconds, serverSeconds } from './cpu.ts'

const warmUpMs = 60_000
const measuredMs = 120_000

/** CPU that an idle forum uses, in percent of a core. */
export interface IdleCpu {
  readonly serverPercent: number
  readonly postgresPercent: number
}

/** Measures the processes of a server, and those of its private PostgreSQL, while nobody uses it. */
export async function measureIdle(dataDir: string): Promise<IdleCpu> {
  const server = await startBuiltServer(dataDir, {})
  try {
    await pause(warmUpMs)
    const before = { server: serverSeconds(server.pid), postgres: postgresSeconds(dataDir) }
    await pause(measuredMs)
    const percent = (seconds: number) => (seconds * 1000 * 100) / measuredMs
    return {
      serverPercent: percent(serverSeconds(server.pid) - before.server),
      postgresPercent: percent(postgresSeconds(dataDir) - before.postgres),
    }
  } finally {
    await server.stop()
  }
}
