import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, stat, statfs } from 'node:fs/promises'
import { availableParallelism, totalmem } from 'node:os'
import { join, resolve } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { type Config, findMisspelt } from '../config.ts'
import { migrations } from '../platform/database/migrate.ts'
import { databaseRefusal, versionRefusal, versionWarning } from '../platform/database/postgresVersions.ts'
import { startPrivatePostgres } from '../platform/database/privatePostgres.ts'
import { errorCode, errorMessage } from '../platform/errors.ts'
import { nodeAdvice } from '../platform/nodeVersion.ts'
import { openFileStore } from '../platform/storage/open.ts'
import { tryFolder } from '../platform/storage/trialFolder.ts'
import { tryValkey } from '../platform/valkey/connection.ts'
import { explainStartFailure, folderAdvice } from '../startFailure.ts'
import { checkBackupPlace, lastBackupResult } from './doctorBackups.ts'
import { checkMail, checkSenderDomain } from './doctorMail.ts'
import { answerMs, type Finding, fault, ok, type Result, warning } from './doctorResult.ts'
import { checkPort, checkProxy, checkSiteUrl } from './doctorSite.ts'

type Environment = Readonly<Record<string, string | undefined>>
type Check = (config: Config, environment: Environment) => Promise<Result | readonly Result[]>

/** Long enough to start the private PostgreSQL, and for a slow mail server. */
const checkMs = 30_000
const bytesPerMib = 1024 * 1024

/** All checks, in the order of their findings. Each ends within half a minute, and they run in parallel. */
const checks: readonly (readonly [about: string, check: Check])[] = [
  ['Configuration', checkConfiguration],
  ['Node.js', checkNode],
  ['Port', checkPort],
  ['DATA_DIR', checkDataDir],
  ['Backups', checkBackupPlace],
  ['Database', checkDatabase],
  ['Mail', checkMail],
  ['Mail domain', checkSenderDomain],
  ['SITE_URL', checkSiteUrl],
  ['Proxy', checkProxy],
  ['Store for images', checkStore],
  ['Valkey', checkValkey],
  ['Memory', checkMemory],
]

/** Checks everything. @param report receives what is being checked. */
export async function examine(
  { config, environment }: { config: Config; environment: Environment },
  report: (line: string) => void = () => {},
): Promise<Finding[]> {
  const pending = new Set(checks.map(([about]) => about))
  const findings = await Promise.all(
    checks.map(async ([about, check]) => {
      const results = await within(check(config, environment)).catch((error) => {
        const explained = explainStartFailure(error, config)
        return fault(
          explained?.message ?? messageOf(error),
          explained ? '' : 'This check could not be made; see the message.',
        )
      })
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
  errorMessage(error) || errorCode(error) || 'It failed without giving a reason.'

// The command has already parsed it, and ends there if it is invalid.
async function checkConfiguration(config: Config, environment: Environment): Promise<readonly Result[]> {
  const problems = [
    ...findMisspelt(environment).map(({ given, meant }) =>
      warning(`${given} is not a setting`, `Did you mean ${meant}?`),
    ),
    ...(await checkSettingsFile()),
    ...(config.siteUrl
      ? []
      : [
          warning(
            'SITE_URL is not set',
            'Set SITE_URL to the public address. Links in mail and feeds, and secure cookies, depend on it.',
          ),
        ]),
  ]
  return problems.length > 0 ? problems : [ok('every variable is valid')]
}

const readableByOthers = 0o004

/** It has the passwords of the database, of mail and of buckets. */
async function checkSettingsFile(): Promise<readonly Result[]> {
  const file = resolve('.env')
  const found = await stat(file).catch(() => null)
  return found && (found.mode & readableByOthers) !== 0
    ? [warning(`every account on this machine can read the secrets in ${file}`, `Run chmod 600 ${file}`)]
    : []
}

async function checkNode(): Promise<Result> {
  const { node } = process.versions
  const advice = nodeAdvice(node)
  if (!advice) return ok(node)
  return (advice.isTooOld ? fault : warning)(advice.text, advice.fix)
}

async function checkDataDir({ dataDir, diskReserveMib }: Config): Promise<Result> {
  try {
    await mkdir(dataDir, { recursive: true })
    await tryFolder(dataDir)
  } catch (error) {
    return fault(
      `nothing can be written to ${dataDir} (${messageOf(error)})`,
      folderAdvice(error, dataDir, 'DATA_DIR'),
    )
  }
  const { bavail, bsize } = await statfs(dataDir)
  const freeMib = Math.floor((bavail * bsize) / bytesPerMib)
  const text = `${dataDir}, ${freeMib} MiB free`
  if (freeMib < diskReserveMib)
    return fault(
      text,
      `Free up space: below ${diskReserveMib} MiB (DISK_RESERVE_MIB), nothing new is stored.`,
    )
  return freeMib < 2 * diskReserveMib + 500
    ? warning(text, 'Free up space soon: backups and images need it.')
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
    return await examineDatabase(client, config)
  } catch (error) {
    const explained = explainStartFailure(error, config)
    if (explained) return fault(explained.message, '')
    return fault(
      `it does not answer (${messageOf(error)})`,
      config.databaseUrl
        ? 'Check DATABASE_URL, that PostgreSQL is running, and that its pg_hba.conf lets this machine in.'
        : `Read ${join(config.dataDir, 'postgres')} and its log file.`,
    )
  } finally {
    await client.end().catch(() => {})
    await postgres.close()
  }
}

async function examineDatabase(client: pg.Client, config: Config): Promise<Result[]> {
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
  const unusable = await databaseRefusal(client)
  if (unusable) return [...results, fault(unusable, '')]
  const migrated = migrationResult(applied)
  if (migrated.state !== 'ok') return [...results, migrated]
  return [
    ...results,
    migrated,
    ...(await checkWorkers(client, config)),
    ...[await lastBackupResult(client)].flat(),
  ]
}

/** Whether something performs background jobs where the server does not. Each worker is known by the name of its connection. */
async function checkWorkers(client: pg.Client, config: Config): Promise<readonly Result[]> {
  if (config.jobs) return []
  const { rows } = await client.query<{ count: number }>(`
    select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and application_name like 'pool-%'`)
  return (rows[0]?.count ?? 0) > 0
    ? [ok('a worker performs background jobs')]
    : [
        fault(
          'JOBS is off and no worker is running, so mail, backups and cleanup are waiting',
          'Start one: ./folkmoot worker, or the service in deploy/folkmoot-worker.service. Or remove JOBS=off.',
        ),
      ]
}

/** @param major the version of PostgreSQL. */
export function versionResult(major: number): Result {
  const refusal = versionRefusal(major)
  if (refusal) return fault(refusal, 'Upgrade PostgreSQL.')
  const doubt = versionWarning(major)
  return doubt
    ? warning(doubt, 'Use one of those versions, or a newer Folkmoot.')
    : ok(`PostgreSQL ${major} answers`)
}

/** @param seconds by which the clocks of the database and of this machine differ. */
export function clockResult(seconds: number): Result {
  const text = `the clock of the database differs by ${seconds.toFixed(1)} s`
  const fix = 'Turn on time synchronization on both machines: timedatectl set-ntp true'
  if (seconds >= clockFaultSeconds) return fault(text, fix)
  return seconds >= clockWarningSeconds ? warning(text, fix) : ok(text)
}

/** @param applied the names of the migrations that the database has. */
export function migrationResult(applied: readonly string[]): Result {
  const ours = Object.keys(migrations)
  const unknown = applied.filter((name) => !ours.includes(name))
  if (unknown.length > 0)
    return fault(
      `a newer version has migrated it (${unknown.join(', ')})`,
      'Start that version, or restore an earlier backup.',
    )
  const pending = ours.length - applied.length
  return pending === 0
    ? ok(`all ${ours.length} migrations are applied`)
    : warning(
        `the next start applies ${pending} migrations`,
        'Back up first. "./folkmoot migrate" applies them without starting the server.',
      )
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

/** The memory of the container, where there is one with a limit. */
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
    ? warning(text, 'Leave as much again for PostgreSQL: lower HEAP_MIB, WORKERS or IMAGE_MAX_MEGAPIXELS.')
    : ok(text)
}
