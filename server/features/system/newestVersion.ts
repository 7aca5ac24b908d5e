import { sql } from 'kysely'
import type { SystemState } from '../../../contract/endpoints/system.ts'
import type { SettingValues } from '../../../contract/siteSettings.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../platform/database/connection.ts'
import { type FetchOptions, fetchDocument, fetchOptionsFor } from '../../platform/fetch/fetchDocument.ts'
import { NotFetched } from '../../platform/fetch/guard.ts'
import { version as ownVersion } from '../../version.ts'
import { isNewer, versionIn } from './versionIn.ts'

export const newestVersionTask = 'ask_newest_version'

const timeoutMs = 20_000
const failureMaxLength = 500

interface Needed {
  readonly db: Db
  readonly config: Config
  readonly settings: Pick<SettingValues, 'newestVersionUrl'>
}

/**
 * Requests the newest version from the URL that an admin has set, at most once a day per URL. Failures are stored as well, and
 * retried the next day.
 */
export async function askNewestVersion(
  { db, config, settings }: Needed,
  _payload: unknown,
  signal: AbortSignal,
): Promise<void> {
  const url = settings.newestVersionUrl
  if (url === '') return
  // Claimed before the request, so that two servers do not both send one.
  const { numUpdatedRows } = await db
    .updateTable('site_settings')
    .set({
      newest_version_url: url,
      newest_version_asked_at: sql<Date>`now()`,
      // Another URL may be about another program.
      newest_version: sql<string | null>`case when newest_version_url = ${url} then newest_version end`,
    })
    .where(sql<boolean>`newest_version_url is distinct from ${url}
      or newest_version_asked_at < now() - interval '23 hours'`)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return
  const store = (found: { newest_version?: string; newest_version_failure: string | null }) =>
    db.updateTable('site_settings').set(found).where('newest_version_url', '=', url).execute()
  try {
    const version = await fetchVersion(new URL(url), config, signal)
    await store({ newest_version: version, newest_version_failure: null })
  } catch (error) {
    if (!(error instanceof NotFetched)) throw error
    await store({ newest_version_failure: error.message.slice(0, failureMaxLength) })
  }
}

/** @throws NotFetched */
function fetchVersion(url: URL, config: Config, signal: AbortSignal): Promise<string> {
  return fetchDocument(url.href, { ...fetching(url, config), timeoutMs, signal }, async ({ body }) => {
    const chunks: Buffer[] = []
    for await (const chunk of body) chunks.push(chunk)
    const version = versionIn(Buffer.concat(chunks).toString('utf8'))
    if (!version) throw new NotFetched('contains no version', { isTemporary: true })
    return version
  })
}

/** Any port is allowed, because an admin chose the URL. */
function fetching({ port, protocol }: URL, config: Config): Pick<FetchOptions, 'guard' | 'userAgent'> {
  const { guard } = fetchOptionsFor(config)
  return {
    guard: { ...guard, ports: [...guard.ports, Number(port) || (protocol === 'http:' ? 80 : 443)] },
    // Contains neither the URL of the site nor its version.
    userAgent: 'Folkmoot/1.0 (newest version)',
  }
}

/** The stored result, for the page about the system. @returns null if no URL is set. */
export async function findNewestVersion({
  db,
  settings,
}: Pick<Needed, 'db' | 'settings'>): Promise<SystemState['newestVersion']> {
  const url = settings.newestVersionUrl
  if (url === '') return null
  const known = await db
    .selectFrom('site_settings')
    .where('newest_version_url', '=', url)
    .select(['newest_version', 'newest_version_asked_at', 'newest_version_failure'])
    .executeTakeFirst()
  const version = known?.newest_version ?? null
  return {
    version,
    isNewer: version !== null && isNewer(version, ownVersion),
    askedAt: known?.newest_version_asked_at?.toISOString() ?? null,
    failure: known?.newest_version_failure ?? '',
  }
}
