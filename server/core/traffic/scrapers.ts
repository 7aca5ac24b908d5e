import { sql } from 'kysely'
import type { Db } from '../../platform/database/connection.ts'
import { queryRowOn } from '../../platform/database/statement.ts'
import type { DatabaseWatch } from '../../platform/database/watch.ts'
import { networksOf } from './networks.ts'
import { scraperNetworks } from './scraperNetworks.sql.ts'

/** How long a network counts as a scraper after it followed the hidden link. */
export const scraperHours = 6
/** More are not remembered; a scraper with more addresses is recognized by its wide networks. */
const scrapersMax = 10_000

/** The networks that count as scrapers, in memory. */
export interface Scrapers {
  has(ip: string): boolean
  remove(): void
}

export const noScrapers: Scrapers = {
  has: () => false,
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
  return {
    has: (ip) => known.size > 0 && (known.get(networksOf(ip).narrow) ?? 0) > Date.now(),
    remove,
  }
}

/** Lets the network of an address count as a scraper for some hours, in all processes. */
export async function noteScraper(db: Db, ip: string): Promise<void> {
  await sql`
    insert into scraper_networks (network, until)
    select ${networksOf(ip).narrow}::text, now() + make_interval(hours => ${sql.lit(scraperHours)})
    where (select count(*) from scraper_networks) < ${sql.lit(scrapersMax)}
    on conflict (network) do update set until = excluded.until`.execute(db)
}

/** Deletes the networks whose time is over. */
export async function deleteFormerScrapers(db: Db): Promise<void> {
  await sql`delete from scraper_networks where until < now()`.execute(db)
}
