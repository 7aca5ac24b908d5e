import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { searchSorts } from '../../../contract/words.ts'
import { type Forum, type Member, startForum } from '../../../tests/support/forum.ts'

let forum: Forum
let wren: Member

/** How many posts, and how many comments, have each of these. */
const written = { bustard: 30, lapwing: 300, knot: 400, wader: 1300, '"grey plover"': 3 + 1 } as const

beforeAll(async () => {
  forum = await startForum()
  wren = await forum.member('wren_writes')
  const { id: communityId } = await forum.community('birding')
  const body = sql`
    case when n % 400 = 0 or n = 1290 then 'wader grey plover' else 'wader plover grey' end
      || case when n <= ${sql.lit(written.lapwing)} then ' lapwing' else '' end
      || case when n <= 200 or n > 1100 then ' knot' else '' end
      || case when n % 43 = 0 then ' bustard' else '' end`
  const from = sql`timestamptz '2025-12-01' - n * interval '10 hours' from generate_series(1, ${sql.lit(written.wader)}) as n`
  await sql`
    insert into posts (public_id, type, author_id, community_id, title, body, created_at)
    select 'e' || lpad(n::text, 7, '0'), 'text', ${wren.id}, ${communityId}, 'Seen ' || n, ${body}, ${from}`.execute(
    forum.db,
  )
  const post = await forum.post(wren, 'birding', { title: 'What I have seen' })
  await sql`
    insert into comments (post_id, author_id, body, created_at)
    select ${post.id}, ${wren.id}, ${body}, ${from}`.execute(forum.db)
  // So that the newest text is some years newer than the first.
  await forum.comment(wren, post, 'Nothing today.')
})
afterAll(() => forum.close())

interface Page {
  readonly posts: readonly { id: string }[]
  readonly comments: readonly { id: string }[]
  readonly next: string | null
  readonly endsEarly: boolean
}

/** All pages of a search. */
async function pagesOf(q: string, kind: string, sort: string): Promise<Page[]> {
  const pages: Page[] = []
  let next: string | null = ''
  while (next !== null) {
    const page: Page = (
      await wren.get(
        `/api/search?${new URLSearchParams({ q, in: kind, sort, limit: '50', ...(next && { next }) })}`,
      )
    ).json()
    pages.push(page)
    next = page.next
  }
  return pages
}

const searches = Object.entries(written).flatMap(([q, count]) =>
  (['posts', 'comments'] as const).flatMap((kind) => searchSorts.map((sort) => ({ q, kind, sort, count }))),
)

for (const { q, kind, sort, count } of searches)
  it(`The pages of ${kind} with ${q} by ${sort} have all that was written, or say that they do not`, {
    // It ends as the order by relevance does.
    tags: sort === 'top' ? ['long'] : [],
  }, async () => {
    const pages = await pagesOf(q, kind, sort)
    const found = new Set(pages.flatMap((page) => page[kind].map(({ id }) => id)))
    const isCut = found.size < count
    const said = pages.map(({ endsEarly }) => endsEarly)
    expect(said.slice(0, -1)).not.toContain(true)
    // Where older texts were only looked for among the most liked ones, or a phrase in the newest ones, there may be more.
    const isKnown = !q.startsWith('"') && !(q === 'knot' && kind === 'posts')
    if (isCut || isKnown) expect(said.at(-1)).toBe(isCut)
    // Only phrases that are rare while their words are frequent may end the order of time.
    if (sort === 'new' && !q.startsWith('"')) expect(found.size).toBe(count)
  })

it.each([
  ['wader', 'posts', true],
  ['wader', 'comments', true],
  ['knot', 'comments', true],
  ['lapwing', 'comments', false],
])('The search for %s in %s ends early: %s', async (q, kind, isEarly) => {
  expect((await pagesOf(q, kind, 'relevance')).at(-1)?.endsEarly).toBe(isEarly)
})
