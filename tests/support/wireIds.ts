import type { PoolClient } from 'pg'
import { storedIdInCursor } from '../../contract/ids.ts'
import type { Database } from '../../server/platform/database/connection.ts'

/** Matches ids on the wire and no other 24 digits: a stored id has at most 19. */
const wireForm = /^[1-6]0{4}[0-9]{19}$/

/** The stored id for one that an answer named. */
export const stored = storedIdInCursor

const withStoredIds = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withStoredIds)
  return typeof value === 'string' && wireForm.test(value) ? stored(value) : value
}

/** Lets tests query a database with ids from answers: parameters may have the form of the wire. */
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
