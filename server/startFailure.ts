import type { Config } from './config.ts'
import { CannotStart } from './platform/database/cannotStart.ts'
import { isDatabaseDown } from './platform/database/connection.ts'
import { urlsOfHosts } from './platform/database/hosts.ts'
import { errorCode } from './platform/errors.ts'

/** A message with a remedy for a failure to open the resources; null for an unexpected failure. */
export function explainStartFailure(
  error: unknown,
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
): CannotStart | null {
  if (error instanceof CannotStart) return error
  const sentence = sentenceAbout(error, config)
  return sentence === null ? null : new CannotStart(sentence, { cause: error })
}

/** A missing file is one of the codes by which a socket of PostgreSQL is missing. */
const isOfDatabase = (error: Error): boolean =>
  isDatabaseDown(error) && (errorCode(error) !== 'ENOENT' || Reflect.get(error, 'syscall') === 'connect')

/** What to do when nothing can be written to a folder. @param variable the variable that names it. */
export function folderAdvice(error: unknown, folder: string, variable: string): string {
  switch (errorCode(error)) {
    case 'ENOSPC':
    case 'EDQUOT':
      return 'The disk is full: make room on it.'
    case 'EROFS':
      return `Mount it for writing, or choose another folder with ${variable}. A systemd unit has to name it in ReadWritePaths.`
    case 'EEXIST':
    case 'ENOTDIR':
      return `A file is in the way: choose a folder with ${variable}.`
    default:
      return `Give the folder to the account of the server: chown -R ACCOUNT ${folder}`
  }
}

function sentenceAbout(
  error: unknown,
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
): string | null {
  if (!(error instanceof Error)) return null
  const { code = '', message, syscall, path = dataDir }: NodeJS.ErrnoException = error
  if (databaseUrl) {
    const urls = urlsOfHosts(databaseUrl)
      .filter((url) => URL.canParse(url))
      .map((url) => new URL(url))
    const [first] = urls
    if (!first) return null
    const { pathname, username } = first
    const server = urls.map(({ hostname, port }) => `${hostname}:${port || 5432}`).join(' or ')
    const name = decodeURIComponent(pathname.slice(1))
    if (code === '3D000')
      return `The database "${name}" does not exist at ${server}. Create it, as docs/operations.md says, or correct DATABASE_URL.`
    if (code === '28P01' || code === '28000')
      return `PostgreSQL at ${server} refuses the user "${decodeURIComponent(username)}" (${message}). Correct DATABASE_URL.`
    if (code === '42501')
      return `The user "${decodeURIComponent(username)}" may not do this in the database "${name}": ${message}. Make them its owner.`
    if (isOfDatabase(error) || code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'EHOSTUNREACH')
      return `PostgreSQL at ${server} does not answer (${message || code}). Is it running, and is DATABASE_URL right?`
  }
  if (code === '53100' || code === 'ENOSPC' || code === 'EDQUOT')
    return `The disk of ${path} is full. Free some space, and start again.`
  if (syscall === undefined) return null
  const isOfNetwork = ['connect', 'listen', 'bind', 'getaddrinfo'].includes(syscall)
  if (
    (code === 'EACCES' || code === 'EPERM') &&
    path !== dataDir &&
    !path.startsWith(`${dataDir}/`) &&
    !isOfNetwork
  )
    return `This account may not read or write ${path}. "ls -l" shows to whom it belongs.`
  if (code === 'EACCES' || code === 'EPERM')
    return `This account may not write to ${path}. Give it the data directory (chown), or choose another one with DATA_DIR.`
  if (code === 'EROFS')
    return `${path} is on a file system that is read-only. Mount it for writing, or choose another directory with DATA_DIR.`
  if (code === 'EEXIST' || code === 'ENOTDIR')
    return `${path} is a file, not a folder. Choose a folder with DATA_DIR.`
  if (code === 'EISDIR' && path !== dataDir) return `${path} is a folder, not a file.`
  if (code === 'ENOENT' && !isOfNetwork) return `There is no file or folder ${path}.`
  return null
}

/** A message with a remedy for a server that cannot listen at its address; null for an unexpected failure. */
export function explainListenFailure(
  error: unknown,
  { host, port }: Pick<Config, 'host' | 'port'>,
): CannotStart | null {
  switch (errorCode(error)) {
    case 'EADDRINUSE':
      return new CannotStart(`Port ${port} is in use by another program. Choose another one with PORT=….`)
    case 'EACCES':
      return new CannotStart(`This account may not use port ${port}. Choose another one with PORT=….`)
    case 'EADDRNOTAVAIL':
    case 'EAFNOSUPPORT':
    case 'EAI_AGAIN':
    case 'EINVAL':
    case 'ENOTFOUND':
      return new CannotStart(
        `${host} is not an address of this machine. Choose one with HOST=…: 127.0.0.1 behind a proxy, 0.0.0.0 in a container.`,
      )
    default:
      return null
  }
}
