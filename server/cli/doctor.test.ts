import dnsPromises from 'node:dns/promises'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import fsPromises from 'node:fs/promises'
import { createServer as createHttpServer, request as httpRequest } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import type { AddressInfo, Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Forum, startForum } from '../../tests/support/forum.ts'
import { type MailServer, startMailServer } from '../../tests/support/mailServer.ts'
import { ask, emptyDatabase, type TestDatabase, testDatabase } from '../../tests/support/postgres.ts'
import { startS3 } from '../../tests/support/s3.ts'
import { isValkeyMissing, startValkey } from '../../tests/support/valkey.ts'
import { createApp } from '../app.ts'
import { parseConfig } from '../config.ts'
import { migrations } from '../platform/database/migrate.ts'
import { nodeAdvice } from '../platform/nodeVersion.ts'
import { unitForbids } from './doctorBackups.ts'
import { clockResult, memoryResult, migrationResult, versionResult } from './doctorChecks.ts'
import { runCommandLine } from './run.ts'

/** What DNS answers: records by name, and null for a network that is away. */
const dns = { records: null as Record<string, string[]> | null }
function recordsOf(name: string): string[] {
  if (dns.records === null) throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
  const records = dns.records[name]
  if (!records) throw Object.assign(new Error('nothing'), { code: 'ENOTFOUND' })
  return records
}
class TestResolver {
  resolveTxt = async (name: string) => recordsOf(name).map((text) => [text])
  resolveMx = async (name: string) => recordsOf(`mx ${name}`).map((exchange) => ({ exchange }))
}
/** Whether the disk is full. */
const disk = { isFull: false }
const { writeFile } = fsPromises
const writeUnlessFull: typeof writeFile = async (...given) => {
  if (disk.isFull)
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC', syscall: 'write' })
  return writeFile(...given)
}
// From modules of Node itself, parts of which `vi.mock` cannot replace for one file.
const { Resolver } = dnsPromises
beforeAll(() => {
  Object.assign(dnsPromises, { Resolver: TestResolver })
  Object.assign(fsPromises, { writeFile: writeUnlessFull })
  syncBuiltinESMExports()
})
afterAll(() => {
  Object.assign(dnsPromises, { Resolver })
  Object.assign(fsPromises, { writeFile })
  syncBuiltinESMExports()
})
const healthyDomain = {
  'example.org': ['v=spf1 mx -all', 'another record'],
  'mx example.org': ['mail.example.org'],
  '_dmarc.example.org': ['v=DMARC1; p=quarantine'],
  'default._domainkey.example.org': ['v=DKIM1; k=rsa; p=MIGf'],
}

let folder: string
let testing: TestDatabase
let forum: Forum
/** A running server for the other checks. */
let app: FastifyInstance
let mailServer: MailServer
let port = 0

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'folkmoot-doctor-'))
  testing = await testDatabase()
  forum = await startForum()
  app = await createApp({ ...forum })
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
  mailServer = await startMailServer()
  vi.spyOn(process, 'cwd').mockReturnValue(folder)
})
afterEach(() => {
  dns.records = healthyDomain
  disk.isFull = false
})
dns.records = healthyDomain
afterAll(async () => {
  vi.restoreAllMocks()
  await app.close()
  await forum.close()
  await mailServer.close()
  await testing.drop()
  rmSync(folder, { recursive: true })
})

const urlOf = ({ connection: { host, port: at, user, database } }: TestDatabase) =>
  `postgres://${user}@localhost:${at}/${database}?host=${encodeURIComponent(host ?? '')}`

/** Runs the command on a healthy site, changed by `environment`. */
async function doctor(environment: Record<string, string> = {}, args: string[] = []) {
  const said: string[] = []
  const exitCode = await runCommandLine(['doctor', ...args], {
    environment: {
      DATABASE_URL: urlOf(testing),
      DATA_DIR: folder,
      PORT: String(port),
      SITE_URL: `http://127.0.0.1:${port}`,
      SMTP_URL: mailServer.environment.SMTP_URL,
      MAIL_FROM: 'forum@example.org',
      HEAP_MIB: '50',
      DISK_RESERVE_MIB: '1',
      ...environment,
    },
    interrupted: new AbortController().signal,
    terminal: {
      isInteractive: false,
      say: (line) => said.push(line),
      report: (line) => said.push(line),
      showProgress: () => {},
      askSecret: async () => '',
      readInput: async () => '',
    },
  })
  const text = said.join('\n')
  return {
    exitCode,
    text,
    of: (about: string) => said.filter((line) => line.includes(`  ${about}:`)).join('\n'),
  }
}

/** A program that listens on a port of its own. */
async function listening<S extends Server>(server: S): Promise<S & { port: number }> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return Object.assign(server, { port: (server.address() as AddressInfo).port })
}

/** Tests run on older versions of Node, too. */
const warningsOfNode = [nodeAdvice(process.versions.node)].flatMap((advice) => advice?.text ?? [])

describe('the doctor', () => {
  it('finds nothing on a healthy site, and sends no mail', async () => {
    const { exitCode, text } = await doctor()
    expect(text.match(/^(warning|fault) .*$/gm) ?? []).toEqual(
      warningsOfNode.map((part) => expect.stringContaining(part)),
    )
    if (warningsOfNode.length === 0) expect(text).toMatch(/All is well\.$/)
    for (const about of [
      'Configuration',
      'Node.js',
      'Port',
      'DATA_DIR',
      'Backups',
      'Database',
      'Mail',
      'Mail domain',
      'SITE_URL',
      'Proxy',
      'Store for images',
      'Memory',
    ])
      expect(text).toMatch(new RegExp(`^${about === 'Node.js' ? '\\w+' : 'ok'} +${about}: `, 'm'))
    expect(text).toContain(`${port} is in use by a forum that answers`)
    expect(exitCode).toBe(0)
    expect(mailServer.mails).toEqual([])
  })

  it('only warns of missing settings, and exits with 0', async () => {
    const { exitCode, of, text } = await doctor({ SITE_URL: '', SMTP_URL: '', PORT: '0' })
    expect(of('Mail')).toMatch(/^warning .*\n +Set SMTP_URL and MAIL_FROM\.$/)
    expect(of('SITE_URL')).toMatch(/^warning /)
    expect(text).toContain(`0 faults, ${3 + warningsOfNode.length} warnings.`)
    expect(exitCode).toBe(0)
  })

  it('distinguishes a free port from one used by another program', async () => {
    const other = await listening(createHttpServer((_request, response) => response.end('ok\n')))
    const inUse = await doctor({ PORT: String(other.port) })
    expect(inUse.of('Port')).toMatch(/^fault .*is in use by another program\n +Stop that program/)
    expect(inUse.exitCode).toBe(1)
    await new Promise((closed) => other.close(closed))
    expect((await doctor({ PORT: String(other.port) })).of('Port')).toMatch(/^ok .*is free/)
  })

  it('reports problems of the database', async () => {
    const gone = await doctor({ DATABASE_URL: 'postgres://nobody@127.0.0.1:9/nothing' })
    expect(gone.of('Database')).toMatch(/^fault .*does not answer.*ECONNREFUSED.*Is it running/)
    expect(gone.exitCode).toBe(1)
    expect((await doctor({ DATABASE_URL: '' })).of('Database')).toMatch(/^ok .*first start creates/)
  })

  it('reports problems of the mail server, without its password', async () => {
    const refused = await doctor({ SMTP_URL: 'smtp://robot:hunter2@127.0.0.1:9' })
    expect(refused.of('Mail')).toMatch(/^fault .*127\.0\.0\.1:9: .*ECONNREFUSED.*\n +Check name, port/)
    const strict = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: (_auth, _session, callback) =>
        callback(Object.assign(new Error('who are you'), { responseCode: 535 })),
    })
    await new Promise<void>((done) => strict.listen(0, '127.0.0.1', done))
    const { port: strictPort } = strict.server.address() as AddressInfo
    const wrongPassword = await doctor({ SMTP_URL: `smtp://robot:hunter2@127.0.0.1:${strictPort}` })
    expect(wrongPassword.of('Mail')).toMatch(/^fault .*535 who are you\n +Check name, port/)
    await new Promise<void>((closed) => strict.close(closed))
    expect(refused.text + wrongPassword.text).not.toContain('hunter2')
  })

  it('checks whether this forum answers at SITE_URL', async () => {
    const unknown = await doctor({ SITE_URL: 'http://forum.invalid' })
    expect(unknown.of('SITE_URL')).toMatch(/^fault .*forum\.invalid has no address\n +Add an A/)
    const other = await listening(createHttpServer((_request, response) => response.end('hello')))
    const elsewhere = await doctor({ SITE_URL: `http://127.0.0.1:${other.port}` })
    expect(elsewhere.of('SITE_URL')).toMatch(/^fault .*another program\n +Have the proxy pass/)
    await new Promise((closed) => other.close(closed))
    const silent = await doctor({ SITE_URL: `http://127.0.0.1:${other.port}` })
    expect(silent.of('SITE_URL')).toMatch(/^fault .*does not answer/)
    const notStarted = await doctor({ SITE_URL: `http://127.0.0.1:${other.port}`, PORT: '0' })
    expect(notStarted.of('SITE_URL')).toMatch(/^warning .*is not running here/)
  })

  it('warns of https without a trusted proxy', async () => {
    const url = 'https://127.0.0.1:9'
    expect((await doctor({ SITE_URL: url })).of('Proxy')).toMatch(/^fault .*\n +Set TRUST_PROXY=loopback/)
    expect((await doctor({ SITE_URL: url, TRUST_PROXY: 'loopback' })).of('Proxy')).toMatch(
      /^ok .*trusted: loopback/,
    )
    expect((await doctor({ SITE_URL: 'http://forum.invalid' })).of('Proxy')).toMatch(
      /^warning .*not encrypted/,
    )
  })

  it('stores, reads and deletes an object in the bucket', async () => {
    const s3 = await startS3(['forum'])
    const environment = { ...s3.environment, S3_BUCKET: 'forum' }
    expect((await doctor(environment)).of('Store for images')).toMatch(/^ok .*stores, returns and deletes/)
    const missing = await doctor({ ...environment, S3_BUCKET: 'nothing' })
    expect(missing.of('Store for images')).toMatch(/^fault .*bucket nothing: .*\n +Check S3_ENDPOINT/)
    await s3.close()
  })

  it('writes to and reads from Valkey, if the site has one', async () => {
    expect((await doctor()).text).not.toContain('Valkey')
    const away = await doctor({ VALKEY_URL: 'valkey://127.0.0.1:1' })
    expect(away.of('Valkey')).toMatch(/^warning .*ECONNREFUSED.*counted in the database\n +Start Valkey/)
    if (isValkeyMissing()) return
    const valkey = await startValkey()
    expect((await doctor({ VALKEY_URL: valkey.url })).of('Valkey')).toMatch(/^ok .*stores and returns/)
    await valkey.kill()
  })

  it('checks space and permission in DATA_DIR', async () => {
    const full = await doctor({ DISK_RESERVE_MIB: '1000000' })
    expect(full.of('DATA_DIR')).toMatch(/^fault .*MiB free\n +Free up space: below 1000000/)
    writeFileSync(join(folder, 'file'), '')
    const closed = await doctor({ DATA_DIR: join(folder, 'file', 'data') })
    expect(closed.of('DATA_DIR')).toMatch(/^fault .*nothing can be written/)
  })

  it('reports mistakes in the configuration, and refuses options', async () => {
    const wrong = await doctor({ PORT: 'eighty' })
    expect(wrong).toMatchObject({ exitCode: 1, text: expect.stringContaining('PORT must be a whole number') })
    expect((await doctor({}, ['--now'])).exitCode).toBe(2)
  })
})

/** A proxy that names its clients, or does not. @returns its port. */
async function proxyTo(target: number, { namesClients = true } = {}) {
  const server = await listening(
    createHttpServer((incoming, response) => {
      const headers = { ...incoming.headers, ...(namesClients && { 'x-forwarded-for': '203.0.113.9' }) }
      httpRequest({ port: target, host: '127.0.0.1', path: incoming.url, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers)
        answer.pipe(response)
      }).end()
    }),
  )
  onTestFinished(() => void server.close())
  return server.port
}

/** The URL of a site that redirects all requests. */
async function redirecting(Location: string) {
  const server = await listening(
    createHttpServer((_request, response) => response.writeHead(301, { Location }).end()),
  )
  onTestFinished(() => void server.close())
  return { SITE_URL: `http://127.0.0.1:${server.port}` }
}

/** The database after this statement, for the time of a test. */
async function databaseAfter(statement: string): Promise<string> {
  const other = await testDatabase()
  await ask(other.connection, statement)
  onTestFinished(() => other.drop())
  return urlOf(other)
}

const oldMember = "insert into users (username, created_at) values ('early', now() - interval '90 days')"

/** Mistakes of operators: the environment with the mistake, and what the doctor says of it. */
const mistakes: readonly [string, () => Promise<Record<string, string>> | Record<string, string>, RegExp][] =
  [
    [
      'a misspelt variable',
      () => ({ SMPT_URL: 'smtp://x' }),
      /^warning .*SMPT_URL is not a setting\n +Did you mean SMTP_URL\?/m,
    ],
    ['a sender that is not an address', () => ({ MAIL_FROM: 'nonsense' }), /MAIL_FROM must be one address/],
    [
      'a # in a password',
      () => ({ SMTP_URL: 'smtps://forum:se#cret@mail.example.org' }),
      /SMTP_URL cannot be read as a URL\. Write # .* as %23/,
    ],
    [
      'a proxy that TRUST_PROXY does not name',
      async () => ({ SITE_URL: `http://127.0.0.1:${await proxyTo(port)}`, TRUST_PROXY: '10.0.0.1' }),
      /^fault .*all visitors seem to come from 127\.0\.0\.1.*\n +Set TRUST_PROXY=10\.0\.0\.1,127\.0\.0\.1/m,
    ],
    [
      'SITE_URL without the s',
      () => redirecting('https://127.0.0.1/healthz'),
      /^fault .*a redirect to https:\/\/127\.0\.0\.1\n +Set SITE_URL=https:\/\/127\.0\.0\.1$/m,
    ],
    [
      'SITE_URL without the www',
      () => redirecting('https://www.forum.example/healthz'),
      /^fault .*a redirect to https:\/\/www\.forum\.example\n +Set SITE_URL=https:\/\/www\.forum\.example, or have the proxy pass requests for 127\.0\.0\.1 on/m,
    ],
    [
      'a proxy that redirects forever',
      () => redirecting('/healthz'),
      /^fault .*a redirect to itself\n +Have the proxy pass requests on/m,
    ],
    [
      'a PostgreSQL that is too old',
      async () => {
        const DATABASE_URL = await databaseAfter('create schema pretended')
        const { pathname } = new URL(DATABASE_URL)
        await ask(
          { ...testing.connection, database: pathname.slice(1) },
          `create function pretended.current_setting(text) returns text language sql return '150014';
          alter database ${pathname.slice(1)} set search_path = pretended, public, pg_catalog`,
        )
        return { DATABASE_URL }
      },
      /^fault .*Database: PostgreSQL 15 is too old\. .*\n +Upgrade PostgreSQL/m,
    ],
    [
      'a database that cannot store every text',
      async () => {
        const name = `latin_${testing.connection.database}`
        await ask(
          testing.connection,
          `create database ${name} encoding 'SQL_ASCII' locale_provider libc locale 'C' template template0`,
        )
        onTestFinished(() => ask(testing.connection, `drop database ${name}`).then(() => undefined))
        return {
          DATABASE_URL: urlOf({ connection: { ...testing.connection, database: name } } as TestDatabase),
        }
      },
      /^fault .*has the encoding SQL_ASCII, .*encoding 'UTF8'/m,
    ],
    [
      'a folder of backups that cannot be made',
      () => {
        writeFileSync(join(folder, 'in-the-way'), '')
        return { BACKUP_DIR: join(folder, 'in-the-way', 'backups') }
      },
      /^fault .*Backups: nothing can be written to .*in-the-way\/backups .*\n +A file is in the way/m,
    ],
    [
      'no backup for weeks',
      async () => ({
        DATABASE_URL: await databaseAfter(`${oldMember};
        insert into backups (name, reason, state, finished_at) values ('old', 'manual', 'made', now() - interval '22 days')`),
      }),
      /^warning .*the last backup is 22 days old\n +Turn on daily backups/m,
    ],
    [
      'a short passphrase',
      () => ({ BACKUP_PASSPHRASE: 'short' }),
      /^warning .*has 5 characters.*\n +Choose one with 12/m,
    ],
    [
      'no backup ever',
      async () => ({ DATABASE_URL: await databaseAfter(oldMember) }),
      /^warning .*no backup is known/m,
    ],
    [
      'a .env that everyone can read',
      () => {
        writeFileSync(join(folder, '.env'), '')
        chmodSync(join(folder, '.env'), 0o644)
        onTestFinished(() => rmSync(join(folder, '.env')))
        return {}
      },
      /^warning .*can read the secrets in .*\.env\n +Run chmod 600/m,
    ],
    ['JOBS=off and no worker', () => ({ JOBS: 'off' }), /^fault .*no worker is running.*\n +Start one/m],
    [
      'a full disk',
      () => {
        disk.isFull = true
        return {}
      },
      /^fault .*DATA_DIR: nothing can be written .*no space left.*\n +The disk is full: make room/m,
    ],
    [
      'a domain without records for mail',
      () => {
        dns.records = {}
        return {}
      },
      /^warning .*has no SPF record[\s\S]*DKIM key of example\.org[\s\S]*has no DMARC record[\s\S]*has no MX record/m,
    ],
    [
      'two SPF records',
      () => {
        dns.records = { ...healthyDomain, 'example.org': ['v=spf1 mx -all', 'v=spf1 a -all'] }
        return {}
      },
      /^fault .*has 2 SPF records/m,
    ],
    [
      'a selector for DKIM without a key',
      () => ({ DKIM_SELECTOR: 'mail2026' }),
      /^fault .*has no key for DKIM under DKIM_SELECTOR/m,
    ],
    [
      'the database of another program',
      async () => {
        const empty = await emptyDatabase()
        await ask(empty.connection, 'create table wp_posts ()')
        onTestFinished(() => empty.drop())
        return { DATABASE_URL: urlOf(empty) }
      },
      /^fault .*belongs to another program: it has a table "wp_posts"/m,
    ],
  ]

describe('mistakes of operators', () => {
  it.each(mistakes)('%s', async (_mistake, make, said) => {
    expect((await doctor(await make())).text).toMatch(said)
  })

  it('without a network, the records of the domain are not known, and nothing else fails', async () => {
    dns.records = null
    const { exitCode, of } = await doctor()
    expect(of('Mail domain')).toMatch(
      /^warning .*DNS does not answer, so SPF, DKIM and DMARC .* are not known/,
    )
    expect(exitCode).toBe(0)
  })

  it('a proxy that is named is well, and one that names nobody is not', async () => {
    const trusting = await createApp({
      ...forum,
      config: { ...forum.config, ...parseConfig({ TRUST_PROXY: 'loopback' }) },
    })
    onTestFinished(() => trusting.close())
    await trusting.listen({ port: 0, host: '127.0.0.1' })
    const { port: at } = trusting.server.address() as AddressInfo
    const site = async (given = {}) => ({
      SITE_URL: `http://127.0.0.1:${await proxyTo(at, given)}`,
      TRUST_PROXY: 'loopback',
    })
    expect((await doctor(await site())).of('Proxy')).toMatch(/^ok .*this machine comes as 203\.0\.113\.9/)
  })

  it('a unit of systemd may write where it says, and nowhere else', () => {
    const unit = 'ProtectSystem=strict\nReadWritePaths=/srv/folkmoot\n'
    expect(unitForbids(unit, '/srv/folkmoot/data/backups')).toBe(false)
    expect(unitForbids(unit, '/srv/folkmoot2')).toBe(true)
    expect(unitForbids(unit, '/mnt/disk2')).toBe(true)
    expect(unitForbids(`${unit}[Service]\nReadWritePaths=-/mnt/disk2 /mnt/disk3\n`, '/mnt/disk2/forum')).toBe(
      false,
    )
    expect(unitForbids(`${unit}ProtectSystem=full\n`, '/mnt/disk2')).toBe(false)
  })
})

describe('its judgement of figures', () => {
  it.each([
    [0.2, 'ok'],
    [5, 'warning'],
    [60, 'fault'],
  ])('clocks that differ by %d s: %s', (seconds, state) => {
    expect(clockResult(seconds).state).toBe(state)
  })

  it.each([
    [15, 'fault'],
    [16, 'ok'],
    [18, 'ok'],
    [19, 'warning'],
  ])('PostgreSQL %d: %s', (major, state) => {
    expect(versionResult(major).state).toBe(state)
  })

  const known = Object.keys(migrations)
  it.each([
    ['all of them', known, 'ok'],
    ['none', [], 'warning'],
    ['one of a newer version', [...known, '9999_future'], 'fault'],
  ])('migrations that are applied, %s: %s', (_which, applied, state) => {
    expect(migrationResult(applied).state).toBe(state)
  })

  it.each([
    [{ heapMib: 256, workers: 'auto' as const }, 2000, 'ok'],
    [{ heapMib: 256, workers: 'auto' as const }, 700, 'warning'],
    [{ heapMib: 256, workers: 'auto' as const }, 400, 'fault'],
    [{ heapMib: 256, workers: 4 }, 2000, 'warning'],
  ])('memory for %j in %d MiB: %s', (config, memoryMib, state) => {
    expect(memoryResult(config, { memoryMib, cores: 2 }).state).toBe(state)
  })
})
