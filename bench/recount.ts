import type pg from 'pg'
import { counters, driftQuery } from '../server/core/counters/counters.ts'

/** Comments whose `ancestors` do not continue those of their parent. */
const brokenAncestors = `
  select from comments join comments as parent on parent.id = comments.parent_id
  where comments.ancestors <> parent.ancestors || parent.id or comments.post_id <> parent.post_id`

/** Recounts the counters of a seeded forum. @returns a line for each that is wrong. */
export async function findMiscounts(client: pg.Client): Promise<string[]> {
  const checks = [
    ...counters.map((counter) => [`${counter.table}.${counter.column}`, driftQuery(counter)] as const),
    ['comments.ancestors', brokenAncestors] as const,
  ]
  const wrong: string[] = []
  for (const [name, query] of checks) {
    const { rows } = await client.query<{ count: string }>(`select count(*) from (${query}) as wrong`)
    if (rows[0]?.count !== '0') wrong.push(`${name}: ${rows[0]?.count} wrong`)
  }
  return wrong
}
