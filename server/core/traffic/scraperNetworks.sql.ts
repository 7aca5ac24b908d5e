// Made from scraperNetworks.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly networksMax: number
}

export type ScraperNetworksRow = {
  networks: string[]
  ends: number[]
}

export const scraperNetworks: Statement<Parameters, ScraperNetworksRow> = {
  name: 'scraperNetworks',
  text: `select coalesce(array_agg(network), '{}') as "networks", coalesce(array_agg(floor(extract(epoch from until) * 1000)::float8), '{}') as "ends" from ( select network, until from scraper_networks where until > now() order by until desc limit $1::int ) as latest`,
  parameters: ['networksMax'],
  literals: [],
}
