import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Forum, startForum } from '../../../tests/support/forum.ts'
import { queryRowsWith, type Statement } from './statement.ts'

let forum: Forum
beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.close())

const statement: Statement<
  { numbers: readonly number[]; added: number; order: 'up' | 'down' },
  { sum: number }
> = {
  name: 'sumsOfTest',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the placeholder of a literal.
  text: "select number + $2 as sum from unnest($1::integer[]) as number order by case when ${order} = 'up' then number else -number - $2 end",
  parameters: ['numbers', 'added'],
  literals: ['order'],
}

describe('a statement as the last part of a larger one', () => {
  it.each([
    ['up', [11, 12, 13]],
    ['down', [13, 12, 11]],
  ] as const)('takes values, literals, and what the larger one has computed: %s', async (order, sums) => {
    const given = sql`given as (select number from generate_series(1, ${3}::integer) as number)`
    const numbers = sql`array(select number from given)`
    const rows = await queryRowsWith(forum.db, given, statement, { numbers, added: 10, order })
    expect(rows.map(({ sum }) => sum)).toEqual(sums)
  })
})
