import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { scratchRoot } from '../../../tests/support/cluster.ts'
import { eachInShares } from '../../../tests/support/eachInShares.ts'
import { olderVersions, postgresFolder } from '../../../tests/support/olderPostgres.ts'
import {
  buildPostgresProgram,
  type PostgresProgram,
  startPostgresProgram,
} from '../../../tests/support/postgresProgramRunner.ts'
import { testedPostgres } from '../../config.ts'
import { birthOfProcess, processesMentioning } from './processes.ts'

const isRoot = process.geteuid?.() === 0
let program: string
let dataDir: string
let running: PostgresProgram[]

beforeAll(async () => {
  program = await buildPostgresProgram()
})
afterAll(() => rmSync(program, { force: true }))
beforeEach(() => {
  dataDir = join(mkdtempSync(join(scratchRoot(), 'folkmoot-postgres-')), 'data')
  running = []
})
afterEach(async () => {
  await Promise.all(running.map((each) => each.killed()))
  await untilGone(postmasterPid())
  rmSync(dirname(dataDir), { recursive: true, force: true })
})

describe('the private PostgreSQL', () => {
  it('is created on the first start, answers, listens on no port and exits after the last close', async () => {
    const server = await started()
    expect(
      await server.tell(
        `ask select current_database() as name, current_setting('listen_addresses') as ports`,
      ),
    ).toEqual([{ name: 'folkmoot', ports: '' }])
    expect(await server.tell('ask show server_encoding')).toEqual([{ server_encoding: 'UTF8' }])
    const pid = postmasterPid()
    expect(await server.tell('close')).toBe('closed')
    expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false)
    // It has ended, but counts as a process until its parent has noticed.
    await untilGone(pid)
  })

  it('keeps its data for the next start', async () => {
    const first = await started()
    await first.tell('ask create table notes as select 1 as id')
    await first.tell('close')
    await first.ended()
    const second = await started()
    expect(await second.tell('ask select id from notes')).toEqual([{ id: 1 }])
  })

  it('exits on its own when the program is killed, and starts again with all committed data', async () => {
    const first = await started()
    await first.tell('ask create table notes as select 1 as id')
    const pid = postmasterPid()
    await first.killed()
    await untilGone(pid)
    const second = await started()
    expect(await second.tell('ask select id from notes')).toEqual([{ id: 1 }])
  })

  it('is restarted once after a kill, however many calls of ensureRunning there are', {
    tags: ['long'],
  }, async () => {
    const server = await started()
    await server.tell('ask create table notes as select 1 as id')
    const killed = postmasterPid()
    process.kill(killed, 'SIGKILL')
    await untilGone(killed)
    expect(await server.tell('heal 5')).toBe('healed')
    expect(await server.tell('ask select id from notes')).toEqual([{ id: 1 }])
    expect(postmasters()).toHaveLength(1)
  })

  it('is restarted after a kill by the program that keeps it running, and stays stopped once that has closed', async () => {
    const server = await started()
    expect(await server.tell('keep')).toBe('kept')
    await server.tell('ask create table notes as select 1 as id')
    const killed = postmasterPid()
    process.kill(killed, 'SIGKILL')
    await vi.waitFor(async () => expect(await server.tell('ask select id from notes')).toEqual([{ id: 1 }]), {
      timeout: 60_000,
    })
    const last = postmasterPid()
    expect(last).not.toBe(killed)
    expect(await server.tell('close')).toBe('closed')
    await untilGone(last)
    await server.ended()
    expect(postmasters()).toEqual([])
  })

  it('survives a kill of PostgreSQL and the program together', { tags: ['long'] }, async () => {
    const first = await started()
    process.kill(postmasterPid(), 'SIGKILL')
    await first.killed()
    const second = await started()
    expect(await second.tell('ask select 1 as one')).toEqual([{ one: 1 }])
  })

  it('is created once when two programs start at the same moment', { tags: ['long'] }, async () => {
    const both = await Promise.all([started(), started()])
    for (const each of both) expect(await each.tell('ask select 1 as one')).toEqual([{ one: 1 }])
    expect(postmasters()).toHaveLength(1)
  })

  it('runs until the last of several programs exits, whichever started it', { tags: ['long'] }, async () => {
    const tool = await started()
    const server = await started()
    const pid = postmasterPid()
    expect(await tool.tell('close')).toBe('closed')
    await tool.ended()
    expect(await server.tell('ask select 1 as one')).toEqual([{ one: 1 }])
    expect(postmasterPid()).toBe(pid)
    await server.killed()
    await untilGone(pid)
  })

  it('is not stopped by Ctrl-C in the terminal of the program', { tags: ['long'] }, async () => {
    const server = await started()
    const pid = postmasterPid()
    process.kill(-(server.process.pid ?? 0), 'SIGINT')
    expect(await server.heard()).toBe('interrupted')
    expect(await server.tell('ask select 1 as one')).toEqual([{ one: 1 }])
    expect(postmasterPid()).toBe(pid)
  })

  it('is restarted when its watchdog was killed', { tags: ['long'] }, async () => {
    const first = await started()
    const [watcher] = processesMentioning(clusterName()).filter(({ command }) =>
      command.startsWith('/bin/sh'),
    )
    process.kill(watcher?.pid ?? 0, 'SIGKILL')
    const unwatched = postmasterPid()
    await first.killed()
    const second = await started()
    expect(await second.tell('ask select 1 as one')).toEqual([{ one: 1 }])
    expect(isAlive(unwatched)).toBe(false)
  })

  it('refuses a cluster of another major version and says so', async () => {
    const folder = join(dataDir, 'postgres')
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeFileSync(join(folder, 'PG_VERSION'), '9\n')
    expect(await startFailure()).toMatch(
      /created by PostgreSQL 9, and .*\/bin\/postgres is PostgreSQL \d\d, which/,
    )
  })

  it('quotes the log of PostgreSQL when it cannot start', async () => {
    const first = await started()
    await first.tell('close')
    await first.ended()
    writeFileSync(join(dataDir, 'postgres/postgresql.conf'), 'no_such_setting = on\n')
    expect(await startFailure()).toMatch(/PostgreSQL does not start.*no_such_setting/s)
  })

  it('does not use a cluster whose creation was interrupted', async () => {
    mkdirSync(join(dataDir, 'postgres.new-1/base'), { recursive: true })
    writeFileSync(join(dataDir, 'postgres.new-1/PG_VERSION'), '18\n')
    const server = await started()
    expect(await server.tell('ask select 1 as one')).toEqual([{ one: 1 }])
    expect(existsSync(join(dataDir, 'postgres.new-1'))).toBe(false)
  })

  it('works where the path is longer than a socket path may be', { tags: ['long'] }, async () => {
    dataDir = join(dataDir, 'a-folder-with-a-long-name'.repeat(5))
    mkdirSync(dataDir, { recursive: true })
    const server = await started()
    expect(await server.tell('ask select 1 as one')).toEqual([{ one: 1 }])
    const killed = postmasterPid()
    process.kill(killed, 'SIGKILL')
    await untilGone(killed)
    await server.tell('heal 1')
    expect(await server.tell('ask select 1 as one')).toEqual([{ one: 1 }])
    dataDir = dirname(dataDir)
  })

  it.runIf(isRoot)(
    'works for root below a folder that only root may enter, without changing modes',
    async () => {
      const closed = dirname(dataDir)
      chmodSync(closed, 0o700)
      const server = await started()
      expect(await server.tell('ask select 1 as one')).toEqual([{ one: 1 }])
      expect(statSync(closed).mode & 0o777).toBe(0o700)
      expect(statSync(closed).uid).toBe(0)
      expect(statSync(join(dataDir, 'postgres')).uid).not.toBe(0)
    },
  )
})

describe('POSTGRES_BINARIES', () => {
  const installed = (folder: string) => ({ POSTGRES_BINARIES: folder })

  /** A folder whose program says that it is of this version. */
  function pretended(version: string): string {
    const folder = join(dirname(dataDir), 'pretended')
    mkdirSync(join(folder, 'bin'), { recursive: true })
    for (const name of ['postgres', 'initdb'])
      writeFileSync(join(folder, 'bin', name), `#!/bin/sh\necho "postgres (PostgreSQL) ${version}"\n`, {
        mode: 0o755,
      })
    for (const each of [dirname(dataDir), folder]) chmodSync(each, 0o755)
    return folder
  }

  eachInShares(
    olderVersions.map((major) => [major] as const),
    2,
  )('names the PostgreSQL %i that runs the cluster, also for root', async (major) => {
    const server = await started('tool', installed(postgresFolder(major)))
    expect(await server.tell(`ask show server_version_num`)).toEqual([
      { server_version_num: expect.stringMatching(`^${major}`) },
    ])
    expect(await server.tell(`ask select lower('ÄΩЖ') as low, 'b' < 'a' as a, 'B' < 'a' as b`)).toEqual([
      { low: 'äωж', a: false, b: true },
    ])
    if (isRoot) expect(statSync(join(dataDir, 'postgres')).uid).not.toBe(0)
    await server.tell('close')
    await server.ended()
    const other = postgresFolder(testedPostgres.newest)
    expect(await startFailure('tool', installed(other))).toMatch(
      `was created by PostgreSQL ${major}, and ${other}/bin/postgres is PostgreSQL ${testedPostgres.newest}, which cannot read it. Set POSTGRES_BINARIES to an installed PostgreSQL ${major}`,
    )
  })

  it('is refused where no PostgreSQL is, or one that is too old, and nothing is created', async () => {
    expect(await startFailure('tool', installed('/nowhere'))).toMatch(
      /^POSTGRES_BINARIES names \/nowhere, but \/nowhere\/bin\/postgres cannot be used: .*ENOENT/,
    )
    const folder = pretended('15.14 (Debian 15.14-0+deb12u1)')
    expect(await startFailure('tool', installed(folder))).toBe(
      `POSTGRES_BINARIES names ${folder}, but PostgreSQL 15 is too old. Folkmoot needs version 16 or newer.`,
    )
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
  })

  it('says so when the disk is full while the cluster is created, and leaves nothing of it', async () => {
    const folder = pretended(`${testedPostgres.newest}.0`)
    const initdb =
      '#!/bin/sh\ntouch "$2/PG_VERSION"\necho "initdb: error: could not write: No space left on device" >&2\nexit 1\n'
    writeFileSync(join(folder, 'bin/initdb'), initdb)
    expect(await startFailure('tool', installed(folder))).toBe(
      `The disk of ${join(dataDir, 'postgres')} is full. Free some space, and start again.`,
    )
    expect(
      readdirSync(dataDir).filter((name) => name.startsWith('postgres') && !name.endsWith('.lock')),
    ).toEqual([])
  })
})

describe('a data directory', () => {
  it('has one server; a second one reports the process that holds it', async () => {
    const first = await started('server')
    expect(await startFailure('server')).toBe(
      `Another Folkmoot server (process ${first.process.pid}) already uses the data directory ${dataDir}. ` +
        'Stop that one first, or give this one a directory of its own with DATA_DIR.',
    )
    expect(await first.tell('ask select 1 as one')).toEqual([{ one: 1 }])
  })

  it('can be used by the command line while a server runs', async () => {
    await started('server')
    const tool = await started()
    expect(await tool.tell('ask select 1 as one')).toEqual([{ one: 1 }])
  })

  it('is free again when its server was killed', async () => {
    const first = await started('server')
    await first.killed()
    const second = await started('server')
    expect(await second.tell('ask select 1 as one')).toEqual([{ one: 1 }])
  })
})

async function started(role = 'tool', environment = {}) {
  const each = launch(role, environment)
  expect(await each.heard()).toBe('started')
  return each
}

async function startFailure(role = 'tool', environment = {}) {
  const { failed } = (await launch(role, environment).heard()) as { failed?: string }
  return failed
}

function launch(role: string, environment: Record<string, string>) {
  const each = startPostgresProgram(program, [dataDir, role], environment)
  running.push(each)
  return each
}

/** 0 where none runs, or where it has just ended. */
function postmasterPid(): number {
  try {
    return Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
  } catch {
    return 0
  }
}

function clusterName() {
  const { dev, ino } = statSync(join(dataDir, 'postgres'))
  return `folkmoot-${dev}-${ino}`
}

function postmasters() {
  return processesMentioning(clusterName()).filter(({ command }) => /^\S*bin\/postgres -D/.test(command))
}

function isAlive(pid: number) {
  return pid > 0 && birthOfProcess(pid) !== null
}

async function untilGone(pid: number) {
  await expect.poll(() => isAlive(pid), { interval: 5 }).toBe(false)
}
