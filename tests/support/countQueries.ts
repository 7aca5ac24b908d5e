import type { PoolClient } from 'pg'
import type { Database } from '../../server/platform/database/connection.ts'

/** How many statements `work` sends to PostgreSQL, including begin and commit. */
export async function countQueries(database: Database, work: () => Promise<unknown>): Promise<number> {
  let count = 0
  const counted = new Map<PoolClient, PoolClient['query']>()
  const onAcquire = (client: PoolClient) => {
    if (counted.has(client)) return
    const query = client.query
    counted.set(client, query)
    client.query = ((...args: unknown[]) => {
      count += 1
      return (query as (...all: unknown[]) => unknown).apply(client, args)
    }) as typeof client.query
  }
  database.pool.on('acquire', onAcquire)
  try {
    await work()
  } finally {
    database.pool.off('acquire', onAcquire)
    for (const [client, query] of counted) client.query = query
  }
  return count
}
