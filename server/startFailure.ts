import type { Config } from './config.ts'
import { CannotStart } from './platform/database/cannotStart.ts'
import { isDatabaseDown } from './platform/database/connection.ts'
import { urlsOfHosts } from './platform/database/hosts.ts'

/** A message with a remedy for a failure to open the resources; null for an unexpected failure. */
export function explainStartFailure(
  error: unknown,
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
): CannotStart | null {
  if (error instanceof CannotStart) return error
  const sentence = sentenceAbout(error, config)
  return sentence === null ? null : new CannotStart(sentence, { cause: error })
}

function sentenceAbout(
  error: unknown,
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
): string | null {
  if (!(error instanceof Error)) return null
  const { code = '', message, syscall, path = dataDir }: NodeJS.ErrnoException = error
  if (databaseUrl) {
    const urls = urlsOfHosts(databaseUrl).map((url) => new URL(url))
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
    if (isDatabaseDown(error) || code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'EHOSTUNREACH')
      return `PostgreSQL at ${server} does not answer (${message || code}). Is it running, and is DATABASE_URL right?`
  }
  if (code === '53100' || code === 'ENOSPC')
    return `The disk of ${dataDir} is full. Free some space, and start again.`
  if (syscall === undefined) return null
  if (code === 'EACCES' || code === 'EPERM')
    return `This account may not write to ${path}. Give it the data directory (chown), or choose another one with DATA_DIR.`
  if (code === 'EROFS')
    return `${path} is on a file system that is read-only. Mount it for writing, or choose another directory with DATA_DIR.`
  if (code === 'EEXIST' || code === 'ENOTDIR')
    return `${path} is a file, not a folder. Choose a folder with DATA_DIR.`
  return null
}
