import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { childrenOf } from './chaos/faults.ts'
import { built, ensureBuilt } from './support/built.ts'
import { scratchRoot } from './support/cluster.ts'
import { freePort } from './support/freePort.ts'

const program = join(built.programs, 'main.js')
const connections = 8

let dataDir: string
let port: string
let server: ChildProcess
let said: string[]

/** Starts the server, and resolves when it says where it is running. */
async function start(environment: Record<string, string> = {}): Promise<void> {
  said = []
  server = spawn(process.execPath, [program], {
    cwd: dataDir,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      DATA_DIR: dataDir,
      PORT: port,
      WORKERS: '2',
      RATE_LIMITS: 'off',
      OVERLOAD_DELAY_MS: '0',
      ...environment,
    },
  })
  await new Promise<void>((resolve, reject) => {
    for (const output of [server.stdout, server.stderr])
      if (output)
        createInterface(output).on('line', (line) => {
          said.push(line)
          if (line.includes('running at')) resolve()
        })
    server.once('close', () => reject(new Error(said.join('\n'))))
  })
}

// Each test starts several processes, which takes minutes on a machine that does much else.
vi.setConfig({ testTimeout: 600_000 })
beforeAll(ensureBuilt)
beforeEach(async () => {
  dataDir = await mkdtemp(join(scratchRoot(), 'folkmoot-workers-'))
  port = await freePort()
})
afterEach(async () => {
  if (isRunning(server.pid ?? 0)) {
    server.kill('SIGTERM')
    await once(server, 'exit')
  }
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
})

const workers = () => childrenOf(server.pid ?? 0, /main\.js/)

function isRunning(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

/** Sends requests as several browsers would, each over its own connection, until it is stopped. */
function load() {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const counts = { answered: 0, failed: 0 }
  let isOver = false
  const ask = (path: string) =>
    new Promise<void>((resolve) => {
      const count = (result: 'answered' | 'failed') => {
        counts[result] += 1
        resolve()
      }
      get({ host: '127.0.0.1', port, path, agent }, (response) => {
        response.resume()
        response.once('error', () => count('failed'))
        response.once('end', () => count((response.statusCode ?? 500) < 500 ? 'answered' : 'failed'))
      }).once('error', () => count('failed'))
    })
  const asking = Array.from({ length: connections }, async (_, n) => {
    // A cached page, and a call that always queries the database.
    while (!isOver) await ask(n % 2 ? '/' : '/api/posts/missing')
  })
  return {
    counts,
    /** Resolves when this many more are answered. */
    untilAnswered: (more: number) => {
      const from = counts.answered
      return expect.poll(() => counts.answered).toBeGreaterThan(from + more)
    },
    async end() {
      isOver = true
      await Promise.all(asking)
      agent.destroy()
    },
  }
}

it('a worker that is killed is replaced, and only what it was doing fails', async () => {
  await start()
  // The commit that the build was made from, where git knows it.
  expect(said[0]).toMatch(existsSync('.git') ? /^Folkmoot \d+\.\d+\.\d+\+[0-9a-f]{12}/ : /^Folkmoot \d/)
  const visitors = load()
  await visitors.untilAnswered(50)
  const [first = 0, second] = workers()
  process.kill(first, 'SIGKILL')
  await expect.poll(() => workers().length === 2 && !workers().includes(first)).toBe(true)
  expect(workers()).toContain(second)
  await visitors.untilAnswered(50)
  // Each connection fails once at most.
  expect(visitors.counts.failed).toBeLessThanOrEqual(connections)
  const before = visitors.counts.failed
  await visitors.untilAnswered(200)
  expect(visitors.counts.failed).toBe(before)
  await visitors.end()
  expect(said.join('\n')).toContain('Worker 1 has ended (SIGKILL)')
})

it('SIGHUP replaces all workers, and no request fails', { tags: ['long'] }, async () => {
  await start()
  const visitors = load()
  await visitors.untilAnswered(50)
  const before = workers()
  server.kill('SIGHUP')
  await expect
    .poll(() => workers().length === 2 && workers().every((pid) => !before.includes(pid)))
    .toBe(true)
  await visitors.untilAnswered(200)
  await visitors.end()
  expect(visitors.counts.failed).toBe(0)
})

it('metrics are those of all workers, whichever answers', { tags: ['long'] }, async () => {
  await start()
  const ask = (path: string) =>
    new Promise<string>((resolve, reject) => {
      // Each connection goes to the next worker.
      get({ host: '127.0.0.1', port, path, agent: false }, async (response) => {
        let body = ''
        for await (const chunk of response) body += chunk
        resolve(body)
      }).once('error', reject)
    })
  for (let n = 0; n < 6; n++) await ask('/api/communities')
  for (let n = 0; n < 4; n++) {
    const body = await ask('/metrics')
    expect(body).toContain('{route="/api/communities",method="GET",status="2xx"} 6\n')
    expect(body).not.toContain('worker=')
  }
})

it('SIGTERM ends all workers, and open requests are answered', { tags: ['long'] }, async () => {
  await start()
  const before = workers()
  expect(before).toHaveLength(2)
  server.kill('SIGTERM')
  const [code, signal] = await once(server, 'exit')
  expect([code, signal]).toEqual([0, null])
  expect(before.filter(isRunning)).toEqual([])
  expect(said).toContain('Stopping: open requests are answered first.')
})

it('after a kill of the supervisor, nothing remains, and the next start works', {
  tags: ['long'],
}, async () => {
  await start()
  const visitors = load()
  await visitors.untilAnswered(50)
  const before = workers()
  server.kill('SIGKILL')
  await once(server, 'exit')
  await expect.poll(() => before.filter(isRunning)).toEqual([])
  await visitors.end()
  await start()
  expect((await fetch(`http://127.0.0.1:${port}/api/_initial`)).status).toBe(200)
})

it('one worker is not a process of its own', { tags: ['long'] }, async () => {
  await start({ WORKERS: '1' })
  expect(workers()).toEqual([])
})

it('a port that is taken is reported once', { tags: ['long'] }, async () => {
  await start()
  const first = server
  const other = await mkdtemp(join(scratchRoot(), 'folkmoot-workers-'))
  await expect(start({ DATA_DIR: other })).rejects.toThrow()
  expect(said.filter((line) => line.includes(`Port ${port} is in use`))).toHaveLength(1)
  server = first
  await rm(other, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
})
