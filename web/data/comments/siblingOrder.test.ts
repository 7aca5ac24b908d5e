import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entriesOf } from '../../../contract/objects.ts'
import { type CommentSort, commentSorts } from '../../../contract/words.ts'
import { type Forum, startForum } from '../../../tests/support/forum.ts'
import { standsBefore } from './siblingOrder.ts'

const votes = [
  [0, 0],
  [1, 0],
  [2, 0],
  [2, 1],
  [5, 5],
  [40, 39],
  [0, 7],
  [300, 2],
  [3, 1000],
  [100_000, 3],
] as const
const siblings = votes.map(([upvotes, downvotes], index) => ({
  id: String(index + 10),
  upvotes,
  downvotes,
  deletedAt: null,
}))
const sorted = (sort: CommentSort) =>
  siblings.toSorted((a, b) => (standsBefore(a, b, sort) ? -1 : 1)).map(({ id }) => id)

describe('the order of siblings in the browser', () => {
  let forum: Forum
  beforeAll(async () => {
    forum = await startForum()
  })
  afterAll(() => forum.close())

  const keys: Record<CommentSort, RawBuilder<unknown>> = {
    best: sql`comment_best(up, down)`,
    top: sql`comment_points(up, down)`,
    controversial: sql`comment_controversy(up, down)`,
    new: sql`id`,
    old: sql`-id`,
  }
  it.each(entriesOf(keys))('is that of the database: %s', async (sort, key) => {
    const { rows } = await sql<{ id: string }>`
      select id::text from unnest(
        ${siblings.map(({ id }) => id)}::bigint[], ${siblings.map(({ upvotes }) => upvotes)}::integer[],
        ${siblings.map(({ downvotes }) => downvotes)}::integer[]) as vote (id, up, down)
      order by ${key} desc, id desc`.execute(forum.db)
    expect(sorted(sort)).toEqual(rows.map(({ id }) => id))
  })

  it('has deleted comments last', () => {
    const [first, last] = siblings
    if (!first || !last) throw new Error('no siblings')
    for (const sort of commentSorts)
      expect(standsBefore({ ...last, deletedAt: '2026-01-01' }, first, sort)).toBe(false)
  })
})
