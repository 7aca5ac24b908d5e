import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { endWithNpm } from './lib/endWithNpm.mjs'
import { heapFlags } from './lib/heap.mjs'
import { ownBuild } from './lib/ownBuild.mjs'
import { root } from './lib/project.mjs'
import { ensureReady } from './lib/ready.mjs'

await ensureReady()
if (existsSync('.env')) process.loadEnvFile('.env')
process.env.NODE_ENV ??= 'production'
// A separate process, because V8 takes a limit only when it starts. Through the IPC channel it notices when this one is killed.
const server = spawn(process.execPath, [...heapFlags(process.env), join(ownBuild(root), 'server/main.js')], {
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal))
// As after a kill of this process.
endWithNpm(() => server.connected && server.disconnect())
server.once('exit', (code, signal) => {
  process.exitCode = code ?? 1
  if (signal) console.error(`The server was ended by ${signal}.`)
})
