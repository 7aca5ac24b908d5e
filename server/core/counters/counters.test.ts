import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../tests/support/postgres.ts'
import { openLongSession } from '../../platform/database/longSession.ts'
import { counters, driftQuery, recountSettings, wrongQuery } from './counters.ts'

let store: TestDatabase
let client: pg.Client
beforeAll(async () => {
  store = await testDatabase()
  client = await openLongSession(store.connection)
  await client.query(`
    set session_replication_role = replica;
    insert into users (id, username) overriding system value select n, 'member_' || n from generate_series(100, 2100) as n;
    insert into communities (id, name, creator_id) overriding system value values (1, 'birding', 100);
    insert into memberships (user_id, community_id) select id, 1 from users where id >= 100;
    insert into posts (id, public_id, type, author_id, community_id, title, activity) overriding system value
      select n, lpad(n::text, 8, '0'), 'text', 100 + n % 2000, 1, 'A title', n from generate_series(1, 2000) as n;
    insert into comments (id, post_id, author_id, parent_id, ancestors, body) overriding system value
      select n, 1 + n % 2000, 100 + n % 2000, nullif(n / 2, 0), array_remove(array[n / 4, n / 2], 0), repeat('word ', 40)
      from generate_series(1, 8000) as n;
    insert into comment_votes (comment_id, post_id, user_id, up, moves_points)
      select id, post_id, author_id + 1, true, true from comments;
    insert into post_votes (post_id, user_id, up, moves_points) select id, author_id + 1, true, true from posts;
    analyze`)
})
afterAll(async () => {
  await client.end()
  await store.drop()
})

/** Every step of the plan that PostgreSQL chooses. */
async function stepsOf(query: string): Promise<Step[]> {
  const { rows } = await client.query(`explain (format json) ${query}`)
  const steps = (step: Step): Step[] => [step, ...(step.Plans ?? []).flatMap(steps)]
  return steps(rows[0]['QUERY PLAN'][0].Plan)
}

interface Step {
  readonly 'Node Type': string
  readonly 'Function Name'?: string
  readonly Plans?: readonly Step[]
}

describe('a recount of a whole forum', () => {
  beforeAll(() => client.query(recountSettings))
  it.each(counters.map((counter) => [`${counter.table}.${counter.column}`, counter] as const))(
    'reads tables from end to end, and no row twice: %s',
    async (_name, counter) => {
      for (const query of [wrongQuery(counter), driftQuery(counter)]) {
        const steps = await stepsOf(query)
        expect(steps.filter((step) => step['Node Type'].startsWith('Index'))).toEqual([])
        // A loop over the elements of an array of each row is none over a table.
        for (const { Plans } of steps.filter((step) => step['Node Type'] === 'Nested Loop'))
          expect(Plans?.[1]).toMatchObject({ 'Function Name': 'unnest' })
      }
    },
  )
})
