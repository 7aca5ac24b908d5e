import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutputOf } from '../../../contract/endpoints/index.ts'
import { limits } from '../../../contract/limits.ts'
import { countQueries } from '../../../tests/support/countQueries.ts'
import {
  type Client,
  type Forum,
  type Member,
  type PostFacts,
  startForum,
} from '../../../tests/support/forum.ts'
import { indexTexts } from './indexTexts.ts'

let forum: Forum
let guest: Client
let wren: Member
let robin: Member
let price: PostFacts

beforeAll(async () => {
  forum = await startForum()
  guest = await forum.guest()
  wren = await forum.member('wren_writes')
  robin = await forum.member('robin_reads')
  for (const [name, members] of [
    ['Italia', 9],
    ['allotments', 1],
    ['Alps', 5],
    ['metal', 7],
  ] as const) {
    await forum.community(name)
    await sql`update communities set member_count = ${members} where name = ${name}`.execute(forum.db)
  }
  price = await forum.post(wren, 'metal', { title: 'Bitcoin price', body: 'It rises.' })
  await forum.post(wren, 'metal', { title: 'Savings', body: 'The bitcoin prices fall.' })
  await forum.comment(robin, price, 'What is a bitcoin, at any price?')
  await indexTexts(forum.db, { language: 'english', signal: new AbortController().signal })
})
afterAll(() => forum.close())

const suggest = async (q: string, who: Pick<Client, 'get'> = guest) => {
  const answer = await who.get(`/api/search/suggestions?q=${encodeURIComponent(q)}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<OutputOf<'suggest'>>()
}
const communities = async (q: string, who?: Pick<Client, 'get'>) =>
  (await suggest(q, who)).communities.map(({ name }) => name)
const people = async (q: string, who?: Pick<Client, 'get'>) =>
  (await suggest(q, who)).users.map(({ username }) => username)
const posts = async (q: string, who?: Pick<Client, 'get'>) =>
  (await suggest(q, who)).posts.map(({ title }) => title)

describe('suggestions', () => {
  it('are posts with the words, the last of which may be unfinished; titles come first', async () => {
    expect(await suggest('bitcoin pri')).toEqual({
      communities: [],
      users: [],
      posts: [
        { publicId: price.publicId, title: 'Bitcoin price', communityName: 'metal' },
        { publicId: expect.any(String), title: 'Savings', communityName: 'metal' },
      ],
    })
    expect(await posts('bitcoin price')).toEqual(['Bitcoin price', 'Savings'])
    expect(await posts('bitcoin community:alps')).toEqual([])
  })

  it('are communities: joined ones, then those that begin with the letters, then the largest', async () => {
    expect(await communities('al')).toEqual(['Alps', 'allotments', 'Italia'])
    expect(await communities('/AL')).toEqual(['Alps', 'allotments', 'Italia'])
    const { id } = await forum.db
      .selectFrom('communities')
      .where('name', '=', 'metal')
      .select('id')
      .executeTakeFirstOrThrow()
    await robin.post('/api/_joinCommunity', { communityId: id })
    expect(await communities('al', robin)).toEqual(['metal', 'Alps', 'allotments'])
    expect(await communities('italia', robin)).toEqual(['Italia'])
  })

  it('for one or two letters are the largest communities, those of the viewer and the one of this name', async () => {
    await sql`
      insert into communities (name, creator_id, member_count)
      select 'bulk_' || translate(number::text, '0123456789', 'bcdefghijk'), ${wren.id}, 100 + number
      from generate_series(1, 2000) as number`.execute(forum.db)
    for (const name of ['zqa', 'zqsmall']) await forum.community(name)
    await sql`update communities set name = 'zq' where name = 'zqa'`.execute(forum.db)
    const own = await forum.community('zqown')
    await robin.post('/api/_joinCommunity', { communityId: own.id })
    expect(await communities('zq', robin)).toEqual(['zq', 'zqown'])
    expect(await communities('zqs', robin)).toEqual(['zqsmall'])
    expect(await communities('zq')).toEqual(['zq'])
    await sql`delete from communities where name like 'bulk%'`.execute(forum.db)
  })

  it('are people whose names begin with the letters, the very name first, then those with the most points', async () => {
    await forum.member('wren')
    await forum.member('wren_sings')
    await sql`update users set points = 9 where username = 'wren_sings'`.execute(forum.db)
    expect(await people('@Wren')).toEqual(['wren', 'wren_sings', 'wren_writes'])
    expect(await people('writes')).toEqual([])
    expect(await people('wren writes')).toEqual([])
    await sql`update users set banned_at = now() where username = 'wren_sings'`.execute(forum.db)
    expect(await people('wren_')).toEqual(['wren_writes'])
  })

  it.each(['', ' ', '%', '_', '@', '\\', '"', '(', ':*', 'a'.repeat(3000), '§t text', '\u{10ffff}'])(
    'of %j do no harm',
    async (q) => {
      expect(await suggest(q)).toEqual({ communities: [], users: [], posts: [] })
    },
  )

  it('exclude deleted and muted content', async () => {
    const quiet = await forum.member('a_quiet_one')
    expect(await posts('savings', quiet)).toEqual(['Savings'])
    await quiet.post('/api/mutes', { userId: wren.id })
    expect(await posts('savings', quiet)).toEqual([])
    expect(await people('wren_w', quiet)).toEqual([])
    const gone = await forum.post(wren, 'alps', { title: 'Marmots' })
    expect(await posts('marmots')).toEqual(['Marmots'])
    await wren.delete(`/api/posts/${gone.publicId}?deleteAs=normal`)
    expect(await posts('marmots', robin)).toEqual([])
  })

  it('cost two statements at once', async () => {
    const nothing = await countQueries(forum.database, () => suggest('', robin))
    expect((await countQueries(forum.database, () => suggest('bitcoin pri', robin))) - nothing).toBe(2)
  })
})

describe('counts', () => {
  const count = async (q: string, who: Pick<Client, 'get'> = guest) => {
    const answer = await who.get(`/api/search/counts?q=${encodeURIComponent(q)}`)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json<OutputOf<'countResults'>>()
  }
  const exactly = (n: number) => ({ count: n, isExact: true })

  it('include everything that the search finds, also with a longer last word', async () => {
    expect(await count('bitcoin')).toEqual({
      posts: exactly(2),
      comments: exactly(1),
      communities: exactly(0),
      people: exactly(0),
    })
    expect((await count('bitcoin pri')).posts).toEqual(exactly(2))
    expect((await count('bitcoin author:robin_reads')).posts).toEqual(exactly(0))
    expect((await count('author:wren_writes community:metal')).posts).toEqual(exactly(2))
    expect((await count('robin')).people).toEqual(exactly(1))
    // One or two letters are the beginning of a name.
    expect((await count('ro')).people).toEqual(exactly(1))
    expect((await count('ob')).people).toEqual(exactly(0))
    expect((await count('alps')).communities).toEqual(exactly(1))
    expect((await count('before:2000')).posts).toEqual(exactly(0))
    expect((await count('')).posts).toEqual(exactly(0))
  })

  it('end at 1,000', async () => {
    await sql`
      insert into posts (public_id, type, author_id, community_id, title, body, created_at)
      select 'c' || lpad(n::text, 7, '0'), 'text', ${wren.id}, (select id from communities where name = 'metal'),
        'Crowd ' || n, 'starling' || case when n = 1 then ' dipper' else '' end,
        timestamptz '2026-01-01' - n * interval '30 hours'
      from generate_series(1, ${sql.lit(limits.resultsCountedMax + 1)}) as n`.execute(forum.db)
    expect((await count('starling')).posts).toEqual({ count: limits.resultsCountedMax, isExact: false })
    expect((await count('starling -dipper')).posts).toEqual(exactly(limits.resultsCountedMax))
    expect((await count('after:1990')).posts).toEqual({ count: limits.resultsCountedMax, isExact: false })
    const quiet = await forum.member('a_silent_one')
    await quiet.post('/api/mutes', { userId: wren.id })
    expect((await count('starling', quiet)).posts).toEqual(exactly(0))
  })

  it('cost one statement', async () => {
    const nothing = await countQueries(forum.database, () => count('', robin))
    expect((await countQueries(forum.database, () => count('starling', robin))) - nothing).toBe(1)
  })
})
