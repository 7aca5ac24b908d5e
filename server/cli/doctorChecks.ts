import { randomBytes } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import { existsSync } from 'node:fs'
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { availableParallelism, totalmem } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Config } from '../config.ts'
import { migrations } from '../platform/database/migrate.ts'
import { versionRefusal, versionWarning } from '../platform/database/postgresVersions.ts'
import { startPrivatePostgres } from '../platform/database/privatePostgres.ts'
import { errorCode, errorMessage } from '../platform/errors.ts'
import { checkMailServer, mailFailureText, sendsMail } from '../platform/mail/send.ts'
import { openFileStore } from '../platform/storage/open.ts'
import { tryValkey } from '../platform/valkey/valkey.ts'

/** What a check has found. */
export interface Finding {
  readonly state: 'ok' | 'warning' | 'fault'
  /** What was checked. */
  readonly about: string
  readonly text: string
  /** How to fix it; empty if there is nothing to fix. */
  readonly mend: string
}

type Result = Omit<Finding, 'about'>
type Check = (config: Config) => Promise<Result | readonly Result[]>

const ok = (text: string): Result => ({ state: 'ok', text, mend: '' })
const warning = (text: string, mend: string): Result => ({ state: 'warning', text, mend })
const fault = (text: string, mend: string): Result => ({ state: 'fault', text, mend })

const answerMs = 5000
/** Long enough to start the private PostgreSQL, and for a slow mail server. */
const checkMs = 30_000
const bytesPerMib = 1024 * 1024

/** All checks, in the order of their findings. Each ends within half a minute, and they run in parallel. */
const checks: readonly (readonly [about: string, check: Check])[] = [
  ['Configuration', checkConfiguration],
  ['Node.js', checkNode],
  ['Port', checkPort],
  ['DATA_DIR', checkDataDir],
  ['Database', checkDatabase],
  ['Mail', checkMail],
  ['SITE_URL', checkSiteUrl],
  ['Proxy', checkProxy],
  ['Store for images', checkStore],
  ['Valkey', checkValkey],
  ['Memory', checkMemory],
]

/** Checks everything. @param report receives what is being checked. */
export async function examine(config: Config, report: (line: string) => void = () => {}): Promise<Finding[]> {
  const pending = new Set(checks.map(([about]) => about))
  const findings = await Promise.all(
    checks.map(async ([about, check]) => {
      const results = await within(check(config)).catch((error) =>
        fault(messageOf(error), 'This check could not be made; see the message.'),
      )
      pending.delete(about)
      report(`checking ${[...pending].join(', ')}`)
      return [results].flat().map((result): Finding => ({ about, ...result }))
    }),
  )
  return findings.flat()
}

async function within<T>(work: Promise<T>): Promise<T> {
  const late = new AbortController()
  try {
    return await Promise.race([
      work,
      pause(checkMs, undefined, { signal: late.signal }).then(() => {
        throw new Error(`no answer within ${checkMs / 1000} seconds`)
      }),
    ])
  } finally {
    late.abort()
  }
}

const messageOf = (error: unknown): string =>
  errorMessage(error) || errorCode(error) || 'It failed without a message.'

// The command has already parsed it, and ends there if it is invalid.
async function checkConfiguration(config: Config): Promise<Result> {
  if (config.siteUrl) return ok('every variable is valid')
  return warning(
    'every variable is valid, but SITE_URL is not set',
    'Set SITE_URL to the public address, so that links in mails and feeds and secure cookies are right.',
  )
}

const nodeNeeded = [20, 19] as const

async function checkNode(): Promise<Result> {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const isNewEnough = major > nodeNeeded[0] || (major === nodeNeeded[0] && minor >= nodeNeeded[1])
  return isNewEnough
    ? ok(process.versions.node)
    : fault(`${process.versions.node} is too old`, `Install Node.js ${nodeNeeded.join('.')} or newer.`)
}

async function checkPort({ host, port }: Config): Promise<Result> {
  if (port === 0) return ok('any free one (PORT=0)')
  const problem = await tryToListen(host, port)
  if (problem === null) return ok(`${port} is free; the server does not run`)
  if (problem === 'EADDRINUSE')
    return (await isForum(localUrl({ host, port })))
      ? ok(`${port} is in use by a forum that answers`)
      : fault(
          `${port} is in use by a program that does not answer as a forum`,
          'End that program (ss -ltnp shows it), or choose another port with PORT.',
        )
  if (problem === 'EACCES')
    return fault(
      `this account may not use port ${port}`,
      'Choose a port above 1023 with PORT, behind a proxy.',
    )
  return fault(
    `the server cannot listen at ${host}:${port} (${problem})`,
    'Set HOST to an address of this machine: 127.0.0.1 behind a proxy, 0.0.0.0 in a container.',
  )
}

/** @returns null when it is possible, otherwise the code of the error. */
const tryToListen = (host: string, port: number): Promise<string | null> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    server.listen({ host, port }, () => server.close(() => resolve(null)))
  })

function localUrl({ host, port }: Pick<Config, 'host' | 'port'>): URL {
  const name = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host
  return new URL(`http://${name.includes(':') ? `[${name}]` : name}:${port}/`)
}

/** Whether a forum of this program answers there. */
async function isForum(url: URL): Promise<boolean> {
  try {
    return (await askHealth(url)) === null
  } catch {
    return false
  }
}

/** @returns null for the answer of a forum, otherwise what is wrong with it. @throws the error of `fetch`. */
async function askHealth(url: URL): Promise<string | null> {
  const answer = await fetch(new URL('/healthz', url), {
    redirect: 'manual',
    signal: AbortSignal.timeout(answerMs),
  })
  const text = (await answer.text()).slice(0, 100)
  if (answer.status !== 200) return `status ${answer.status}`
  return text === 'ok\n' && answer.headers.has('x-request-id') ? null : 'the answer of another program'
}

async function checkDataDir({ dataDir, diskReserveMib }: Config): Promise<Result> {
  const trial = join(dataDir, `.doctor-${randomBytes(6).toString('hex')}`)
  try {
    await mkdir(dataDir, { recursive: true })
    await writeFile(trial, 'A trial.', { flush: true })
    await rm(trial)
  } catch (error) {
    return fault(
      `nothing can be written to ${dataDir} (${messageOf(error)})`,
      `Give the folder to the account of the server: chown -R ACCOUNT ${dataDir}`,
    )
  }
  const { bavail, bsize } = await statfs(dataDir)
  const freeMib = Math.floor((bavail * bsize) / bytesPerMib)
  const text = `${dataDir}, ${freeMib} MiB free`
  if (freeMib < diskReserveMib)
    return fault(text, `Make room: below ${diskReserveMib} MiB (DISK_RESERVE_MIB) nothing new is stored.`)
  return freeMib < 2 * diskReserveMib + 500
    ? warning(text, 'Make room soon: backups and images need it.')
    : ok(text)
}

const clockWarningSeconds = 5
const clockFaultSeconds = 60

async function checkDatabase(config: Config): Promise<Result | Result[]> {
  if (!config.databaseUrl && !existsSync(join(config.dataDir, 'postgres')))
    return ok('the first start creates the private PostgreSQL')
  const postgres = config.databaseUrl
    ? { connection: { connectionString: config.databaseUrl }, close: async () => {} }
    : await startPrivatePostgres({ dataDir: config.dataDir, binaries: config.postgresBinaries })
  const client = new pg.Client({
    ...postgres.connection,
    connectionTimeoutMillis: answerMs,
    query_timeout: answerMs,
    options: '-c timezone=UTC',
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return await examineDatabase(client)
  } catch (error) {
    return fault(
      `it does not answer (${messageOf(error)})`,
      config.databaseUrl
        ? 'Check DATABASE_URL, that PostgreSQL runs, and that its pg_hba.conf admits this machine.'
        : `Read ${join(config.dataDir, 'postgres')} and its log file.`,
    )
  } finally {
    await client.end().catch(() => {})
    await postgres.close()
  }
}

async function examineDatabase(client: pg.Client): Promise<Result[]> {
  const sentAt = Date.now()
  const { rows } = await client.query<{ version: number; now: string; is_migrated: boolean }>(`
    select current_setting('server_version_num')::integer / 10000 as version,
      (extract(epoch from clock_timestamp()) * 1000)::text as now,
      to_regclass('kysely_migration') is not null as is_migrated`)
  const [found] = rows
  if (!found) throw new Error('an empty answer')
  const middle = (sentAt + Date.now()) / 2
  const results = [versionResult(found.version), clockResult(Math.abs(Number(found.now) - middle) / 1000)]
  const applied = found.is_migrated
    ? (await client.query<{ name: string }>('select name from kysely_migration')).rows.map(({ name }) => name)
    : []
  return [...results, migrationResult(applied)]
}

/** @param major the version of PostgreSQL. */
export function versionResult(major: number): Result {
  const refusal = versionRefusal(major)
  if (refusal) return fault(refusal, 'Upgrade PostgreSQL.')
  const doubt = versionWarning(major)
  return doubt
    ? warning(doubt, 'Use one of those, or look for a newer Folkmoot.')
    : ok(`PostgreSQL ${major} answers`)
}

/** @param seconds by which the clocks of the database and of this machine differ. */
export function clockResult(seconds: number): Result {
  const text = `the clock of the database differs by ${seconds.toFixed(1)} s`
  const mend = 'Switch on time synchronization on both machines: timedatectl set-ntp true'
  if (seconds >= clockFaultSeconds) return fault(text, mend)
  return seconds >= clockWarningSeconds ? warning(text, mend) : ok(text)
}

/** @param applied the names of the migrations that the database has. */
export function migrationResult(applied: readonly string[]): Result {
  const ours = Object.keys(migrations)
  const unknown = applied.filter((name) => !ours.includes(name))
  if (unknown.length > 0)
    return fault(
      `a newer version has migrated it (${unknown.join(', ')})`,
      'Start that version, or restore a backup of before.',
    )
  const pending = ours.length - applied.length
  return pending === 0
    ? ok(`all ${ours.length} migrations are applied`)
    : warning(
        `the next start applies ${pending} migrations`,
        'Make a backup before; "npm run folkmoot -- migrate" applies them without a start.',
      )
}

async function checkMail(config: Config): Promise<Result> {
  if (!sendsMail(config))
    return warning(
      'the site sends none, so nobody can reset a forgotten password',
      'Set SMTP_URL and MAIL_FROM.',
    )
  const { host } = new URL(config.smtpUrl)
  try {
    await checkMailServer(config)
    return ok(`${host} accepts the connection and the password`)
  } catch (error) {
    return fault(
      `${host}: ${mailFailureText(error)}`,
      'Check name, port, user and password in SMTP_URL; smtps:// is port 465, smtp:// port 587.',
    )
  }
}

async function checkSiteUrl(config: Config): Promise<Result> {
  const { siteUrl } = config
  if (!siteUrl) return warning('not set', 'Set it to the public address of the site.')
  const name = siteUrl.hostname.replace(/^\[|\]$/g, '')
  const addresses = await lookup(name, { all: true }).catch(() => [])
  if (addresses.length === 0)
    return fault(`${name} has no address`, 'Add an A or AAAA record for it where the domain is managed.')
  const leadsTo = `${name} is ${addresses.map(({ address }) => address).join(', ')}`
  const isRunning = await isForum(localUrl(config))
  try {
    const wrong = await askHealth(siteUrl)
    if (wrong === null) return ok(`${leadsTo}, and the forum answers there`)
    return isRunning
      ? fault(
          `${leadsTo}, but ${siteUrl.origin}/healthz has ${wrong}`,
          `Let the proxy pass all paths on to port ${config.port}.`,
        )
      : warning(`${leadsTo}; the server does not run here (${wrong})`, 'Start the server and check again.')
  } catch (error) {
    const why = messageOf((error instanceof Error && error.cause) || error)
    return isRunning
      ? fault(
          `${leadsTo}, but ${siteUrl.origin} does not answer (${why})`,
          'Check the proxy, its certificate, and that the firewall lets ports 80 and 443 through.',
        )
      : warning(`${leadsTo}; the server does not run here (${why})`, 'Start the server and check again.')
  }
}

const isOfThisMachine = ({ hostname }: URL): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')

async function checkProxy({ siteUrl, trustProxy }: Config): Promise<Result> {
  if (siteUrl?.protocol === 'https:' && !trustProxy)
    return fault(
      'SITE_URL is https, which a proxy answers, but TRUST_PROXY is off: all visitors seem to come from the proxy',
      'Set TRUST_PROXY=loopback for a proxy on this machine, otherwise its address.',
    )
  if (siteUrl?.protocol === 'http:' && !isOfThisMachine(siteUrl))
    return warning(
      `${siteUrl.origin} is not encrypted, so passwords can be read on the way`,
      'Put a proxy with a certificate in front, and set SITE_URL to https://.',
    )
  if (trustProxy && !siteUrl)
    return warning('TRUST_PROXY without SITE_URL: visitors choose the host name', 'Set SITE_URL, too.')
  return ok(trustProxy ? `trusted: ${trustProxy.join(', ')}` : 'none is trusted')
}

async function checkStore(config: Config): Promise<Result> {
  if (!config.s3Bucket) return ok('a folder in DATA_DIR')
  const place = { folder: `doctor-${randomBytes(6).toString('hex')}`, name: 'trial.txt' }
  const content = randomBytes(32)
  const store = await openFileStore(config)
  try {
    await store.put(place, content)
    const stored = await store.open(place)
    const isSame = stored !== null && (await buffer(stored.content)).equals(content)
    await store.deleteFolder(place.folder, { first: place.name })
    return isSame
      ? ok(`bucket ${config.s3Bucket} stores, returns and deletes`)
      : fault(
          `bucket ${config.s3Bucket} returns something other than what was stored`,
          'Check S3_ENDPOINT: it must be the store itself, not a cache in front of it.',
        )
  } catch (error) {
    return fault(
      `bucket ${config.s3Bucket}: ${messageOf(error)}`,
      'Check S3_ENDPOINT, S3_REGION and the key, which needs to get, put, delete and list objects.',
    )
  } finally {
    await store.close()
  }
}

async function checkValkey({ valkeyUrl }: Config): Promise<Result | readonly Result[]> {
  if (valkeyUrl === '') return []
  try {
    await tryValkey(valkeyUrl)
    return ok('stores and returns')
  } catch (error) {
    return warning(
      `${messageOf(error)}: rate limits are counted in the database`,
      'Start Valkey, and check host, port and password in VALKEY_URL.',
    )
  }
}

const besidesHeapMib = 150

/** Of the container, where there is one with a limit. */
const memoryMib = (): number => {
  const limit = process.constrainedMemory()
  return Math.floor((limit > 0 && limit < totalmem() ? limit : totalmem()) / bytesPerMib)
}

async function checkMemory(config: Config): Promise<Result> {
  return memoryResult(config, { memoryMib: memoryMib(), cores: availableParallelism() })
}

/** Whether the processes fit, with the same amount again for PostgreSQL and the file system. */
export function memoryResult(
  { heapMib, workers }: Pick<Config, 'heapMib' | 'workers'>,
  machine: { memoryMib: number; cores: number },
): Result {
  const count = workers === 'auto' ? 1 : workers
  const needed = count * (heapMib + besidesHeapMib)
  const text = `${machine.memoryMib} MiB; ${count === 1 ? 'the server needs' : `${count} workers need`} about ${needed} (HEAP_MIB=${heapMib})`
  if (needed > machine.memoryMib)
    return fault(text, 'Lower HEAP_MIB or WORKERS, or give the machine more memory.')
  return 2 * needed > machine.memoryMib
    ? warning(text, 'Leave as much for PostgreSQL: lower HEAP_MIB or WORKERS, and IMAGE_MAX_MEGAPIXELS.')
    : ok(text)
}
