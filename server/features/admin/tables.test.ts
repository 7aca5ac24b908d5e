import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutputOf } from '../../../contract/endpoints/index.ts'
import type { Community } from '../../../contract/entities/community.ts'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { hiddenText } from '../../../contract/spoilers.ts'
import { communitySorts } from '../../../contract/words.ts'
import { countQueries } from '../../../tests/support/countQueries.ts'
import { type Forum, type Member, type PostFacts, startForum } from '../../../tests/support/forum.ts'
import { manyMembers } from '../../../tests/support/viewer.ts'
import { stored } from '../../../tests/support/wireIds.ts'
import { tableTextMaxLength } from './comments.ts'

type Users = OutputOf<'listUsers'>
type Comments = OutputOf<'listAllComments'>

let forum: Forum
let admin: Member
let author: Member
let post: PostFacts

beforeAll(async () => {
  forum = await startForum()
  admin = await forum.member('keeper', { isAdmin: true })
  author = await forum.member('wren_writes')
  await forum.community('birding', admin)
  post = await forum.post(author, 'birding', { title: 'Of wrens' })
})
afterAll(() => forum.close())

const users = async (query = '') => (await admin.get(`/api/users${query}`)).json<Users>()
const comments = async (query = '') => (await admin.get(`/api/comments${query}`)).json<Comments>()
const found = async (q: string) =>
  (await users(`?q=${encodeURIComponent(q)}`)).users.map(({ username }) => username)

/** The ids of all pages, and the length of each. */
async function allPages(read: (query: string) => Promise<{ ids: string[]; next: string | null }>) {
  const ids: string[] = []
  const lengths: number[] = []
  let next: string | null = null
  do {
    const page = await read(next === null ? '' : `?next=${next}`)
    ids.push(...page.ids)
    lengths.push(page.ids.length)
    next = page.next
  } while (next !== null)
  return { ids, lengths }
}
const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => stored(id))

describe('the table of users', () => {
  it('[ACC-7-054] [ACC-2-079] has all accounts, newest first, a hundred a page, each once', async () => {
    await manyMembers(forum.db, 2 * limits.adminTableRows)
    const { ids, lengths } = await allPages(async (query) => {
      const page = await users(query)
      return { ids: idsOf(page.users), next: page.next }
    })
    const { rows } = await sql<{ id: string }>`select id from users order by id desc`.execute(forum.db)
    expect(ids).toEqual(idsOf(rows))
    expect(lengths).toEqual([100, 100, rows.length - 200])
    // The format of some clients.
    expect(stored((await users('?next=null')).users[0]?.id ?? '')).toBe(ids[0])
  })

  it('shows private details to admins, also of deleted accounts', async () => {
    const { id, username } = await forum.member('leaver')
    await sql`update users set email = 'Leaver@example.org', created_ip = '192.0.2.7', deleted_at = now()
      where id = ${id}`.execute(forum.db)
    const [newest] = (await users()).users
    expect(newest).toMatchObject({
      id,
      username,
      email: 'Leaver@example.org',
      createdIP: '192.0.2.7',
      lastSeenIP: '127.0.0.1',
      deleted: true,
    })
    expect(await countQueries(forum.database, () => users())).toBe(2)
  })

  it('is searched by name, email and IP address', async () => {
    await sql`update users set last_seen_ip = '2001:db8::1' where id = ${author.id}`.execute(forum.db)
    expect(await found('@WREN_w')).toEqual(['wren_writes'])
    expect(await found('leaver@example')).toEqual(['leaver'])
    expect(await found(' 192.0.2.7 ')).toEqual(['leaver'])
    expect(await found('192.0.2.0/24')).toEqual(['leaver'])
    expect(await found('2001:db8::/32')).toEqual(['wren_writes'])
    expect(await found('192.0.2.8')).toEqual([])
    // The notation of a dual-stack socket.
    await sql`update users set last_seen_ip = '::ffff:198.51.100.7' where id = ${author.id}`.execute(forum.db)
    expect(await found('198.51.100.7')).toEqual(['wren_writes'])
    expect(await found('198.51.100.0/24')).toEqual(['wren_writes'])
    expect(await found('198.51.100.8')).toEqual([])
    expect(await found('::ffff:198.51.100.0/120')).toEqual(['wren_writes'])
    expect(await found('192.0.2.99/24')).toEqual(['leaver'])
    expect(await found('leaver_example')).toEqual([])
    const { next, users: first } = await users('?q=crowd')
    const rest = await users(`?q=crowd&next=${next}`)
    expect([first.length, rest.users.length, rest.next]).toEqual([100, 100, null])
  })

  it.each(['%', '192.0.2.7/33', '1.2.3.4/', 'fe80::1%eth0', "'", '\\', '::/129', '1/2/3'])(
    'finds nobody by %s',
    async (q) => expect(await found(q)).toEqual([]),
  )

  it.each(['abc', '-', '1.5', '9'.repeat(30)])('refuses the cursor %s', async (next) => {
    for (const table of ['users', 'comments'])
      expect((await admin.get(`/api/${table}?next=${next}`)).json()).toEqual(errors.invalidCursor)
  })
})

describe('the table of comments', () => {
  it('[ACC-7-055] [ACC-2-080] has all of them whole, newest first, with the title of the post', async () => {
    const gone = await forum.comment(author, post, 'Second thoughts')
    await admin.delete(`/api/posts/${post.publicId}/comments/${gone.id}?deleteAs=admins`)
    const newest = await forum.comment(author, post, 'wren '.repeat(100))
    const page = await comments()
    expect(page.comments).toMatchObject([
      { id: newest.id, postTitle: 'Of wrens', communityName: 'birding', username: 'wren_writes' },
      { id: gone.id, body: 'Second thoughts', deletedAs: 'admins', contentStripped: false },
    ])
    expect(page.next).toBeNull()
    expect(page.comments[0]?.body).toHaveLength(499)
    const [cut] = (await comments('?render=page')).comments
    expect(cut?.body).toMatch(/^(?:wren )+wren…$/)
    expect(cut?.body.length).toBeGreaterThan(tableTextMaxLength - 'wren '.length)
  })

  it('shows the texts as people read them, not their Markdown', async () => {
    await forum.comment(author, post, '## Of **wrens**\n\nSee [the song](https://a.example) >!of May!<')
    const [source] = (await comments()).comments
    expect(source?.body).toContain('[the song](https://a.example)')
    const [shown] = (await comments('?render=page')).comments
    expect(shown?.body.split('\n')).toEqual(['Of wrens', `See the song ${hiddenText}`])
  })

  it('is paged by cursor, and each comment comes once', async () => {
    await sql`insert into comments (post_id, author_id, body) select ${post.id}, ${author.id}, 'Tweet.'
      from generate_series(1, 150)`.execute(forum.db)
    const { ids, lengths } = await allPages(async (query) => {
      const page = await comments(query)
      return { ids: idsOf(page.comments), next: page.next }
    })
    const { rows } = await sql<{ id: string }>`select id from comments order by id desc`.execute(forum.db)
    expect(ids).toEqual(idsOf(rows))
    expect(lengths).toEqual([100, 53])
    expect(await countQueries(forum.database, () => comments())).toBe(2)
  })
})

describe('the table of communities', () => {
  const communities = async (query: string) =>
    (await admin.get(`/api/communities?${query}`)).json<Community[]>().map(({ id }) => id)

  it.each(communitySorts)(
    '[ACC-2-081] sorted by %s goes on from the community named, with each once',
    async (sort) => {
      await sql`insert into communities (name, creator_id, member_count, created_at)
        select 'place_' || n || ${`_${sort.slice(0, 6)}`}, ${admin.id}, n % 3, now() - make_interval(secs => n % 4)
        from generate_series(1, 9) n`.execute(forum.db)
      const all = await communities(`sort=${sort}`)
      const paged: string[] = []
      let next: string | undefined = all[0]
      while (next !== undefined) {
        const page = await communities(`sort=${sort}&limit=5&next=${next}`)
        paged.push(...page.slice(0, 4))
        next = page[4]
      }
      expect(paged).toEqual(all)
    },
  )

  it('is empty after an unknown community, and refuses an invalid cursor', async () => {
    expect(await communities('next=99999999')).toEqual([])
    expect((await admin.get('/api/communities?next=abc')).json()).toEqual(errors.invalidCursor)
  })
})
