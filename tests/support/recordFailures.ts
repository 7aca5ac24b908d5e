import type { PoolClient } from 'pg'

/** What fails and is tried once more, nobody else would notice. */
export function recordFailures(client: PoolClient, failures: unknown[]): void {
  const query = client.query as (...all: unknown[]) => Promise<unknown>
  client.query = ((...all: unknown[]) => {
    const result = query.apply(client, all)
    result?.catch?.((error: unknown) => failures.push(error))
    return result
  }) as typeof client.query
}
