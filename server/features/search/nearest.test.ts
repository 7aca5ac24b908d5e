import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Forum, type Member, startForum } from '../../../tests/support/forum.ts'
import { indexTexts } from './indexTexts.ts'

let forum: Forum
let wren: Member

beforeAll(async () => {
  forum = await startForum()
  wren = await forum.member('wren_writes')
  await forum.community('birding')
  for (const title of [
    'Bitcoin for birds',
    'Bitcoin again',
    'More bitcoin',
    'Definitely a nightingale',
    'Der Zaunkönig',
    'Бабочка летит',
    'Η πεταλούδα',
    'Bitten by a goose',
  ])
    await forum.post(wren, 'birding', { title, body: 'Nothing else is known.' })
  const once = await forum.post(wren, 'birding', { title: 'Accounts', body: 'One bitcion was lost.' })
  await forum.comment(wren, once, 'A nightingale sang.')
  const { id } = await forum.community('botany')
  await sql`
    insert into posts (public_id, type, author_id, community_id, title)
    select 'n' || lpad(n::text, 7, '0'), 'text', ${wren.id}, ${id}, case when n <= 3 then 'A dandellion ' else 'A dandelion ' end || n
    from generate_series(1, 80) as n`.execute(forum.db)
  await indexTexts(forum.db, { language: 'english', signal: new AbortController().signal })
})
afterAll(() => forum.close())

const ask = async (q: string, more = '') =>
  (await wren.get(`/api/search?q=${encodeURIComponent(q)}${more}`)).json<{
    posts: { title: string }[]
    comments: unknown[]
    nearest: { q: string; isShown: boolean } | null
    next: string | null
  }>()

describe('a query with a typing error', () => {
  it.each([
    ['bitcoim', 'bitcoin'],
    ['bitconi', 'bitcoin'],
    ['btcoin', 'bitcoin'],
    ['ibtcoin', 'bitcoin'],
    ['Bitcoinn', 'bitcoin'],
    ['definatly', 'definitely'],
    ['Zaunkonih', 'zaunkonig'],
    ['бабачка', 'бабочка'],
    ['πεταλουδο', 'πεταλουδα'],
    ['bitcoim birds', 'bitcoin birds'],
    ['author:wren_writes "bitcoim"', 'author:wren_writes "bitcoin"'],
  ])('%s has the results of %s, and says so', async (q, nearest) => {
    const found = await ask(q)
    expect(found.nearest).toEqual({ q: nearest, isShown: true })
    expect(found.posts).toEqual((await ask(nearest)).posts)
    expect(found.posts).not.toEqual([])
  })

  it('keeps its own results where it has some, and names the query that finds more', async () => {
    const found = await ask('bitcion')
    expect(found.posts.map(({ title }) => title)).toEqual(['Accounts'])
    expect(found.nearest).toEqual({ q: 'bitcoin', isShown: false })
  })

  it('of some titles, too, names the word that very many have', async () => {
    const found = await ask('dandellion')
    expect(found.posts).toHaveLength(3)
    expect(found.nearest).toEqual({ q: 'dandelion', isShown: false })
    expect((await ask('dandelion')).nearest).toBeNull()
    expect((await ask('nightingale again')).nearest).toBeNull()
  })

  it('is one for comments, too, if the nearest query finds any', async () => {
    expect((await ask('nihgtingale', '&in=comments')).nearest).toEqual({ q: 'nightingale', isShown: true })
    expect((await ask('bitcoim', '&in=comments')).nearest).toBeNull()
  })

  it('has a next page only under the nearest query', async () => {
    expect((await ask('bitcoim', '&limit=1')).next).toBeNull()
    expect((await ask('bitcoin', '&limit=1')).next).not.toBeNull()
  })

  it.each([['bitcoin'], ['qqqqqqqq'], ['-bitcoim'], ['bi'], ['東京タワー'], ['nightingale'], ['"']])(
    'is not assumed: %s',
    async (q) => {
      expect((await ask(q)).nearest).toBeNull()
    },
  )
})
