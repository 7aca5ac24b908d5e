import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Forum, type Member, startForum } from '../../../tests/support/forum.ts'

let forum: Forum
let wren: Member

interface Written {
  readonly title: string
  readonly body?: string
  readonly points?: number
  readonly comments?: number
  readonly yearsAgo?: number
  readonly isContentDeleted?: true
}

beforeAll(async () => {
  forum = await startForum()
  wren = await forum.member('wren_writes')
  await forum.community('birding')
})
afterAll(() => forum.close())

/** The titles of these posts in the order in which a search finds them; `word` occurs nowhere else. */
async function orderOf(word: string, posts: readonly Written[]): Promise<string[]> {
  for (const {
    title,
    body = 'Nothing else is known.',
    points = 1,
    comments = 0,
    yearsAgo = 0,
    isContentDeleted,
  } of posts) {
    const { id } = await forum.post(wren, 'birding', { title, body })
    await sql`
      update posts set upvotes = ${points}, comment_count = ${comments}, created_at = now() - ${yearsAgo} * interval '1 year', content_deleted_at = ${isContentDeleted ? sql`now()` : null},
        content_deleted_as = ${isContentDeleted ? 'admins' : null}
      where id = ${id}`.execute(forum.db)
    await sql`
      update post_search set created_at = now() - ${yearsAgo} * interval '1 year' where post_id = ${id}`.execute(
      forum.db,
    )
  }
  const found = (await wren.get(`/api/search?q=${word}`)).json<{ posts: { title: string }[] }>()
  return found.posts.map(({ title }) => title)
}

const long = 'All of this was written down in a rainy week of May. '.repeat(20)

it('ranks a word in the title before a word in the text, even if the text has more points and repeats it', async () => {
  expect(
    await orderOf('godwit', [
      { title: 'The godwit', body: long },
      { title: 'Often', body: 'A godwit saw a godwit, and another godwit. Godwit!', points: 40 },
      { title: 'Once', body: `${long} A godwit.`, points: 40 },
    ]),
  ).toEqual(['The godwit', 'Often', 'Once'])
})

it('ranks words divided between title and text after both in the title', async () => {
  expect(
    await orderOf('dunlin+migration', [
      { title: 'Dunlin', body: 'Its migration begins in July.' },
      { title: 'Dunlin migration', body: long },
      { title: 'Waders', body: 'The dunlin is on migration.' },
    ]),
  ).toEqual(['Dunlin migration', 'Dunlin', 'Waders'])
})

it('ranks more points first for equal texts', async () => {
  expect(
    await orderOf('ruff', [
      { title: 'Ruff, liked', points: 90 },
      { title: 'Ruff, not seen' },
      { title: 'Ruff, known', points: 9 },
    ]),
  ).toEqual(['Ruff, liked', 'Ruff, known', 'Ruff, not seen'])
})

it('ranks more comments first for equal texts and points, as more points', async () => {
  expect(
    await orderOf('smew', [
      { title: 'Smew, discussed', comments: 90 },
      { title: 'Smew, not seen' },
      { title: 'Smew, known', points: 9 },
    ]),
  ).toEqual(['Smew, discussed', 'Smew, known', 'Smew, not seen'])
})

it('ranks newer texts first for equal points, but many points before slightly newer texts', async () => {
  expect(
    await orderOf('curlew', [
      { title: 'Curlew, ten years ago', yearsAgo: 10 },
      { title: 'Curlew, last year and liked', yearsAgo: 1, points: 30 },
      { title: 'Curlew, now' },
    ]),
  ).toEqual(['Curlew, last year and liked', 'Curlew, now', 'Curlew, ten years ago'])
})

it('ranks posts without their content last, whatever their title', async () => {
  expect(
    await orderOf('whimbrel', [
      { title: 'Whimbrel whimbrel', points: 500, isContentDeleted: true },
      { title: 'The whimbrel', body: '(topic deleted by author)', points: 500 },
      { title: 'A whimbrel', body: ' [removed] ', points: 400 },
      { title: 'At sea', body: `${long} One was a whimbrel.`, yearsAgo: 9 },
      { title: 'Was the whimbrel removed?', body: 'Removed by whom?' },
    ]),
  ).toEqual(['Was the whimbrel removed?', 'At sea', 'Whimbrel whimbrel', 'The whimbrel', 'A whimbrel'])
})

it.each([
  ['the who', 'The Who, live at Leeds'],
  ['osprey', 'An osprey'],
  ['osprey nest', 'A nest of an osprey'],
  ['"osprey nest"', 'The osprey nest'],
])(
  'ranks a title with all of %s before liked new texts that only mention it, even if it is old',
  async (q, title) => {
    const named = `${title} (${q.length})`
    const mentions = [1, 2].map((n) => ({
      title: `Mention ${n} (${q.length})`,
      body: `${q.replaceAll('"', '')}?`,
      points: 20_000,
    }))
    const order = await orderOf(encodeURIComponent(q), [
      { title: named, body: long, yearsAgo: 20 },
      ...mentions,
    ])
    const places = [named, ...mentions.map((each) => each.title)].map((at) => order.indexOf(at))
    expect(places).not.toContain(-1)
    expect(Math.min(...places)).toBe(places[0])
  },
)

it('ranks a title with all words before a liked one with some of them', async () => {
  expect(
    await orderOf('sanderling+flock', [
      { title: 'Sanderling', body: 'A flock of them.', points: 20_000 },
      { title: 'A flock: sanderling and others', body: long },
    ]),
  ).toEqual(['A flock: sanderling and others', 'Sanderling'])
})
