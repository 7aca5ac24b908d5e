import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { scratchRoot } from './cluster.ts'
import { freePort } from './freePort.ts'
import { findProgram } from './installed.ts'
import { runProgram } from './program.ts'

/** HAProxy with the settings of docs/scaling.md. */
export async function startHaproxy(
  ports: readonly number[],
): Promise<{ port: number; close(): Promise<void> }> {
  const folder = mkdtempSync(join(scratchRoot(), 'folkmoot-haproxy-'))
  const port = Number(await freePort())
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(
    file,
    `defaults
  mode http
  option forwardfor
  option redispatch 1
  retries 3
  retry-on conn-failure empty-response response-timeout
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  timeout check 5s
frontend visitors
  bind 127.0.0.1:${port}
  default_backend folkmoot
backend folkmoot
  http-request disable-l7-retry unless { method GET HEAD PUT DELETE }
  option httpchk GET /readyz
  default-server check inter 1s fall 2 rise 1 pool-purge-delay 1s
${ports.map((one, index) => `  server server${index} 127.0.0.1:${one}`).join('\n')}
`,
  )
  const program = await runProgram(findProgram('haproxy') ?? '', ['-db', '-f', file], { port })
  return {
    port,
    async close() {
      await program.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
