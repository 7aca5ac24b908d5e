import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import type { Db } from '../../platform/database/connection.ts'
import { type FetchOptions, fetchDocument, fetchOptionsFor } from '../../platform/fetch/fetchDocument.ts'
import { NotFetched } from '../../platform/fetch/guard.ts'
import type { Services } from '../api/route.ts'
import { recordSettingChanges, type SettingChange } from '../settings/store.ts'
import { addressBits, networkOf, networkText, parseAddress } from './network.ts'

/** The name of the task that fetches the list of Tor exit nodes. */
export const torTask = 'fetch_tor_exits'

const timeoutMs = 30_000
/** The timeout when a request waits for it. */
const waitedForMs = 5000
const freshMinutes = 30
/** There are about two thousand exits; a longer list is something else. */
const exitsMax = 100_000

/**
 * Fetches the list of Tor exit nodes while Tor is blocked. The old list stays if the new one cannot be fetched or is
 * empty.
 *
 * @throws NotFetched
 */
export async function fetchTorExits(
  { db, config }: { db: Db; config: Config },
  _payload: unknown,
  signal: AbortSignal,
): Promise<void> {
  const { torBlocked } = await db
    .selectFrom('site_settings')
    .select('tor_blocked as torBlocked')
    .executeTakeFirstOrThrow()
  if (torBlocked) await storeExits(db, config, { timeoutMs, signal })
}

/**
 * Whether an address is a Tor exit node. The list is not updated while Tor is not blocked, so an old list is fetched first;
 * if that fails, the old one is used.
 */
export async function isTorExit(
  { db, config, ipBlocks }: Pick<Services, 'db' | 'config' | 'ipBlocks'>,
  ip: string,
): Promise<boolean> {
  const { isFresh } = await db
    .selectFrom('ip_block_state')
    .select(
      sql<boolean>`coalesce(tor_exits_fetched_at > now() - make_interval(mins => ${sql.lit(freshMinutes)}), false)`.as(
        'isFresh',
      ),
    )
    .executeTakeFirstOrThrow()
  if (!isFresh)
    await storeExits(db, config, { timeoutMs: waitedForMs }).catch((error) => {
      if (!(error instanceof NotFetched)) throw error
    })
  await ipBlocks.refresh()
  return ipBlocks.isTorExit(ip)
}

async function storeExits(
  db: Db,
  config: Config,
  waiting: Pick<FetchOptions, 'timeoutMs' | 'signal'>,
): Promise<void> {
  const exits = exitsIn(await fetchList(config.torExitListUrl, { ...torFetching(config), ...waiting }))
  if (exits.length === 0) throw new NotFetched('names no address', { isTemporary: true })
  await sql`
    update ip_block_state set tor_exits = ${exits}::inet[], tor_exits_version = tor_exits_version + 1,
      tor_exits_fetched_at = now()
    from notify_ip_blocks()`.execute(db)
}

/** Any port is allowed, because the operator chose the URL. */
function torFetching(config: Config): Pick<FetchOptions, 'guard' | 'userAgent'> {
  const { guard } = fetchOptionsFor(config)
  const { port, protocol } = config.torExitListUrl
  return {
    guard: { ...guard, ports: [...guard.ports, Number(port) || (protocol === 'http:' ? 80 : 443)] },
    userAgent: 'Folkmoot/1.0 (list of Tor exits)',
  }
}

const fetchList = (url: URL, fetching: FetchOptions): Promise<string> =>
  fetchDocument(url.href, fetching, async ({ body }) => {
    const chunks: Buffer[] = []
    for await (const chunk of body) chunks.push(chunk)
    return Buffer.concat(chunks).toString('latin1')
  })

/** The addresses that stand alone on a line, each once. */
function exitsIn(list: string): string[] {
  const addresses = list.split(/\r?\n/).flatMap((line) => parseAddress(line.trim()) ?? [])
  const texts = addresses.map((address) => networkText(networkOf(address, addressBits[address.version])))
  return [...new Set(texts)].slice(0, exitsMax)
}

/**
 * Blocks the Tor network or ends that, if it was not so before, and records it. All processes apply it at the commit. If it is
 * switched on, the list is fetched at once. The caller has locked the settings.
 *
 * @param options.by id of the admin; null on the command line.
 * @returns the change, if any.
 */
export async function switchTorBlocking(
  trx: Db,
  { isOn, by }: { isOn: boolean; by: string | null },
): Promise<readonly SettingChange[]> {
  const { numUpdatedRows } = await trx
    .updateTable('site_settings')
    .set({ tor_blocked: isOn })
    .where('tor_blocked', '<>', isOn)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return []
  await sql`select notify_ip_blocks()`.execute(trx)
  if (isOn) await sql`select graphile_worker.add_job(${torTask}, job_key := ${torTask})`.execute(trx)
  return recordSettingChanges(trx, [{ name: 'torBlocked', before: !isOn, after: isOn }], { by })
}
