import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Db } from '../../platform/database/connection.ts'
import { queryRowOn } from '../../platform/database/statement.ts'
import type { DatabaseWatch } from '../../platform/database/watch.ts'
import { networksOf } from '../../platform/http/networks.ts'
import { scraperNetworks } from './scraperNetworks.sql.ts'

/** How long a network counts as a scraper after it followed the hidden link. */
const scraperHours = 6
const hourMs = 3_600_000
/** A network that follows it again within this time is not written again. */
const renewedAfterMs = hourMs
/** More are not remembered; a scraper with more addresses is recognized by its wide networks. */
const scrapersMax = 10_000
/** The most of one wide network, so that one scraper cannot fill the list; counted by each process. */
const scrapersInNetwork = 20
/** How long nothing is written after the list was full. */
const fullMs = 60_000

/** The networks that count as scrapers, in memory. */
export interface Scrapers {
  has(ip: string): boolean
  /** When its network stops to count as one, in milliseconds since 1970; 0 for a network that never did. */
  endOf(ip: string): number
  remove(): void
}

export const noScrapers: Scrapers = {
  has: () => false,
  endOf: () => 0,
  remove() {},
}

/**
 * Keeps in memory which networks count as scrapers. PostgreSQL notifies of each new one.
 *
 * @returns once they are loaded.
 */
export async function watchScrapers(watch: DatabaseWatch): Promise<Scrapers> {
  let known: ReadonlyMap<string, number> = new Map()
  const { remove } = await watch.add({
    // As in the database's function `notify_scraper_networks`.
    channel: 'scraper_networks',
    async read(client) {
      const row = await queryRowOn(client, scraperNetworks, { networksMax: scrapersMax })
      known = new Map(row?.networks.map((network, index) => [network, row.ends[index] ?? 0]))
    },
  })
  const endOf = (ip: string) => (known.size > 0 && known.get(networksOf(ip).narrow)) || 0
  return { has: (ip) => endOf(ip) > Date.now(), endOf, remove }
}

/**
 * Lets the network of an address count as a scraper for some hours, in all processes.
 *
 * @returns false if the list is full.
 */
export async function noteScraper(db: Db, ip: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    insert into scraper_networks (network, until)
    select ${networksOf(ip).narrow}::text, now() + make_interval(hours => ${sql.lit(scraperHours)})
    where (select count(*) from scraper_networks) < ${sql.lit(scrapersMax)}
    on conflict (network) do update set until = excluded.until`.execute(db)
  return numAffectedRows > 0n
}

/** Notes networks with few writes, because each makes all processes read the list again. */
export function createNotes(db: Db, scrapers: Scrapers): (ip: string) => Promise<void> {
  const notedIn = new LRUCache<string, Set<string>>({ max: scrapersMax, ttl: scraperHours * hourMs })
  let fullUntil = 0
  return async (ip) => {
    const now = Date.now()
    const isRecent = scrapers.endOf(ip) > now + scraperHours * hourMs - renewedAfterMs
    if (isRecent || now < fullUntil) return
    const { narrow, wide } = networksOf(ip)
    const noted = notedIn.get(wide) ?? new Set()
    if (noted.size >= scrapersInNetwork && !noted.has(narrow)) return
    notedIn.set(wide, noted.add(narrow))
    if (!(await noteScraper(db, ip))) fullUntil = now + fullMs
  }
}

/** Deletes the networks whose time is over. */
export async function deleteFormerScrapers(db: Db): Promise<void> {
  await sql`delete from scraper_networks where until < now()`.execute(db)
}
