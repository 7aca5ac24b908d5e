import type { Config } from './config.ts'
import { firstAdminCode, firstAdminPath, isFirstAdminAwaited } from './core/accounts/firstAdmin.ts'
import { beforeMigration } from './core/backups/beforeMigration.ts'
import { getEffectiveSettings } from './core/settings/live.ts'
import type { Db } from './platform/database/connection.ts'
import { type ConfiguredDatabase, openConfiguredDatabase } from './platform/database/open.ts'
import { acquireServerLock } from './platform/database/serverLock.ts'
import { errorMessage } from './platform/errors.ts'
import type { Secrets } from './platform/http/secrets.ts'
import { nodeAdvice } from './platform/nodeVersion.ts'
import { tryFolder } from './platform/storage/trialFolder.ts'
import { folderAdvice } from './startFailure.ts'

/**
 * Locks the data directory, opens the database and keeps its PostgreSQL running. Called once for all processes of a server.
 *
 * @param log receives messages for the operator.
 * @throws DataDirectoryInUse, DatabaseTooNew, or an error of the database; each with a message for the operator.
 */
export async function openServerDatabase(
  config: Config,
  log: (line: string) => void,
): Promise<ConfiguredDatabase> {
  const lock = acquireServerLock(config.dataDir)
  try {
    const database = await openConfiguredDatabase(config, log, {
      role: 'program',
      beforeMigration: beforeMigration(config, log),
    })
    database.keepRunning()
    return {
      ...database,
      async close() {
        await database.close()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** The message for the operator once the server is running. @param url where a browser reaches it without SITE_URL. */
export async function startMessage(
  { db, config, secrets }: { db: Db; config: Config; secrets: Secrets },
  url: string,
): Promise<string> {
  const address = config.siteUrl?.href ?? url
  const { siteName } = await getEffectiveSettings(db, config.locked)
  const lines = [
    `${siteName} is running at ${address}`,
    ...startWarnings(config),
    ...(await backupWarnings(config)),
  ]
  if (await isFirstAdminAwaited(db)) {
    const link = new URL(`${firstAdminPath}?code=${firstAdminCode(secrets)}`, address)
    lines.push(
      'Nobody has signed up yet: the first account becomes the admin. Open this link before you sign up; only on this machine',
      `and without SITE_URL it is not needed: ${link.href}`,
    )
  }
  return lines.join('\n')
}

/**
 * Warnings for the operator.
 *
 * @param process.userId undefined where the system has none.
 */
export function startWarnings(
  { trustProxy, siteUrl }: Pick<Config, 'trustProxy' | 'siteUrl'>,
  { userId, node }: { userId: number | undefined; node: string } = {
    userId: process.getuid?.(),
    node: process.versions.node,
  },
): string[] {
  const warnings: string[] = []
  const advice = nodeAdvice(node)
  if (advice) warnings.push(`Warning: Node.js ${advice.text}. ${advice.fix}`)
  if (trustProxy && !siteUrl)
    warnings.push(
      'Warning: TRUST_PROXY is set without SITE_URL. Links, feeds and redirects then name the host that the request does; set SITE_URL to the public address.',
    )
  if (userId === 0)
    warnings.push(
      'Warning: the server runs as root, so a fault in it would give away the whole machine. Start it as a user of its own.',
    )
  return warnings
}

/** A warning if nothing can be written where BACKUP_DIR says; a missing disk must not keep the forum from starting. */
export async function backupWarnings({
  backupDir,
  backupBucket,
}: Pick<Config, 'backupDir' | 'backupBucket'>): Promise<string[]> {
  if (!backupDir || backupBucket) return []
  try {
    await tryFolder(backupDir)
    return []
  } catch (error) {
    return [
      `Warning: no backup can be made in ${backupDir} (${errorMessage(error)}). ${folderAdvice(error, backupDir, 'BACKUP_DIR')}`,
    ]
  }
}

/** The URL of a server that listens on this host and port. */
export function urlFor(host: string, port: number): string {
  const isAllInterfaces = host === '0.0.0.0' || host === '::'
  const hostname = isAllInterfaces ? 'localhost' : host
  return `http://${hostname.includes(':') ? `[${hostname}]` : hostname}:${port}`
}
