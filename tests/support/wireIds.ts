import type { PoolClient } from 'pg'
import { storedIdInCursor } from '../../contract/ids.ts'
import type { Database } from '../../server/platform/database/connection.ts'

/** On the wire and no other text of 24 digits: a stored id has 19 of them at most. */
const wireForm = /^[1-6]0{4}[0-9]{19}$/

/** The id in the database of one that an answer named. */
export const stored = storedIdInCursor

const withStoredIds = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withStoredIds)
  return typeof value === 'string' && wireForm.test(value) ? stored(value) : value
}

/** Lets tests ask a database for what an answer named: ids in parameters may be in their form on the wire. */
export function takingWireIds(database: Database): Database {
  database.pool.on('connect', (client) => {
    const query = client.query.bind(client) as (config: unknown, ...others: unknown[]) => unknown
    client.query = ((config: unknown, ...others: unknown[]) =>
      query(
        typeof config === 'object' && config !== null && 'values' in config
          ? { ...config, values: withStoredIds(config.values) }
          : config,
        ...others,
      )) as PoolClient['query']
  })
  return database
}
