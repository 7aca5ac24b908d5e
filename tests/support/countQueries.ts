import { AsyncLocalStorage } from 'node:async_hooks'
import type { PoolClient } from 'pg'
import type { Database } from '../../server/platform/database/connection.ts'

const current = new AsyncLocalStorage<{ count: number }>()

/** How many statements `work` sends to PostgreSQL, including begin and commit, but not the kind of plan. What the forum does besides is not counted. */
export async function countQueries(database: Database, work: () => Promise<unknown>): Promise<number> {
  const counter = { count: 0 }
  const counted = new Map<PoolClient, PoolClient['query']>()
  const onAcquire = (client: PoolClient) => {
    if (counted.has(client)) return
    const query = client.query
    counted.set(client, query)
    client.query = ((...args: unknown[]) => {
      if (current.getStore() === counter && !/plan_cache_mode/.test(String(args[0]))) counter.count += 1
      return (query as (...all: unknown[]) => unknown).apply(client, args)
    }) as typeof client.query
  }
  database.pool.on('acquire', onAcquire)
  try {
    // Awaited within, because some requests are sent only when they are awaited.
    await current.run(counter, async () => void (await work()))
  } finally {
    database.pool.off('acquire', onAcquire)
    for (const [client, query] of counted) client.query = query
  }
  return counter.count
}
