import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '../contract/endpoints/endpoint.ts'
import { endpoints, type OutputOf } from '../contract/endpoints/index.ts'
import type { Comment } from '../contract/entities/comment.ts'
import { errors } from '../contract/errors.ts'
import { limits } from '../contract/limits.ts'
import { createApp } from '../server/app.ts'
import { renderer } from '../web/entry-server.tsx'
import { bounds, byAdmin, byGuest, byHeavy, inside } from './support/answerBounds.ts'
import { eachInShares } from './support/eachInShares.ts'
import { type FullForum, idOfFirst, many, startFullForum } from './support/fullForum.ts'

type CommentsPage = OutputOf<'listComments'>

const megabyte = 1_000_000

let full: FullForum
let forum: FullForum['forum']
let guest: FullForum['guest']
let heavy: FullForum['heavy']
let community: FullForum['community']
let thread: FullForum['thread']
let found: FullForum['found']
beforeAll(async () => {
  full = await startFullForum()
  ;({ forum, guest, heavy, community, thread, found } = full)
})
afterAll(() => forum.close())

const run = (statement: ReturnType<typeof sql>) => statement.execute(forum.db)

/** How long the lists in a value are, by their path; of several under one path, the longest. */
function listLengths(value: unknown, path = '', lengths = new Map<string, number>()): Map<string, number> {
  if (Array.isArray(value)) {
    lengths.set(path, Math.max(value.length, lengths.get(path) ?? 0))
    for (const item of value) listLengths(item, path, lengths)
  } else if (typeof value === 'object' && value !== null)
    for (const [name, part] of Object.entries(value))
      listLengths(part, path === '' ? name : `${path}.${name}`, lengths)
  return lengths
}

/** Comments, and at most fifteen above each of them. */
const commentRows = { comments: limits.commentsPerPage * (limits.commentMaxDepth + 1) }

describe('an answer is bounded, however much there is', () => {
  it('every call that reads has a bound', () => {
    const reading = Object.entries<Endpoint>(endpoints).filter(([, { method }]) => method === 'GET')
    expect(Object.keys(bounds).sort()).toEqual(reading.map(([name]) => name).sort())
  })

  it.each(Object.entries(bounds))('%s', async (_name, { by, url, rows = {}, megabytes }) => {
    const answer = await by(full).get(url(full))
    expect([200, errors.invalidUrl.status], answer.body.slice(0, 300)).toContain(answer.statusCode)
    expect(Buffer.byteLength(answer.body)).toBeLessThanOrEqual(megabytes * megabyte)
    const lengths = listLengths(answer.json())
    expect(Object.fromEntries(Object.keys(rows).map((path) => [path, lengths.get(path)]))).toEqual(rows)
    const most: Record<string, number> = { ...commentRows, ...inside, ...rows }
    for (const [path, length] of lengths) {
      const bound = rows[path] ?? most[path.split('.').at(-1) ?? '']
      expect(length === 0 || length <= (bound ?? 0), `${length} × ${path}`).toBe(true)
    }
  })
})

describe('a page of comments with the longest texts ends sooner, and the next one goes on', () => {
  afterAll(() => run(sql`delete from comments where upvotes >= 1000`))

  const bytesOf = (comments: readonly Comment[]) =>
    comments.reduce((sum, { body }) => sum + Buffer.byteLength(body), 0)

  it('until all were shown, each with what it replies to', async () => {
    const seen = new Map<string, Comment>()
    let pages = 0
    for (let next: string | null = ''; next !== null; pages += 1) {
      const page: CommentsPage = (
        await guest.get(`/api/posts/${thread.publicId}/comments?next=${next}`)
      ).json()
      expect(bytesOf(page.comments)).toBeLessThanOrEqual(limits.commentTextBytesPerPage)
      for (const comment of page.comments) seen.set(comment.id, comment)
      expect(page.comments.filter(({ parentId }) => parentId !== null && !seen.has(parentId))).toEqual([])
      next = page.next
    }
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer from comments where post_id = ${thread.id}`.execute(forum.db)
    expect(seen.size).toBe(rows[0]?.count)
    expect(pages).toBeGreaterThan(10)
  })

  it('where their texts are rendered, too', async () => {
    const page = (await guest.get(`/api/posts/${thread.publicId}/comments?render=true`)).json<CommentsPage>()
    expect(page.next).not.toBeNull()
    expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThan(3.5 * megabyte)
  })

  it('below a comment, too', async () => {
    const url = `/api/posts/${thread.publicId}/comments?parentId=${found.comment}`
    const { id } = (await guest.get(`/api/comments/${found.comment}`)).json<Comment>()
    const seen = new Set<string>()
    for (let next = ''; ; ) {
      const page = (await guest.get(url + next)).json<Comment[]>()
      expect(bytesOf(page)).toBeLessThanOrEqual(limits.commentTextBytesPerPage)
      const own = page.filter(({ parentId }) => parentId === id)
      const before = seen.size
      for (const comment of own) seen.add(comment.id)
      if (seen.size === before) break
      next = `&next=${own.at(-1)?.upvotes}.${own.at(-1)?.id}`
    }
    expect(seen.size).toBe(701)
  })

  it('and has at least one comment, with those above it', async () => {
    const long = await idOfFirst(
      forum,
      sql`insert into comments (post_id, author_id, body, upvotes)
      select ${thread.id}, ${heavy.id}, repeat('é', 400000), 1000 returning id`,
    )
    for (let depth = 1; depth <= limits.commentMaxDepth; depth++)
      await run(sql`insert into comments (post_id, author_id, body, parent_id, ancestors, upvotes)
        select ${thread.id}, ${heavy.id}, repeat('é', 400000), id, ancestors || id, 1000 + ${sql.lit(depth)} from comments
        where post_id = ${thread.id} and depth = ${sql.lit(depth - 1)} and upvotes >= 1000`)
    const { comments, next }: CommentsPage = (
      await guest.get(`/api/posts/${thread.publicId}/comments`)
    ).json()
    expect([comments.length, next?.split('.')[0]]).toEqual([16, '1014'])
    const only: Comment[] = (
      await guest.get(`/api/posts/${thread.publicId}/comments?parentId=${long}`)
    ).json()
    expect(only.map(({ depth }) => depth)).toEqual([1, 2])
  })
})

describe('so are the lists in other answers', () => {
  it('of guests, who get the default communities', async () => {
    const { communities } = (await guest.get('/api/_initial')).json()
    expect(communities).toHaveLength(limits.communitiesJoinedMax)
  })

  it.each([
    ['/all.atom', 30],
    ['/birding.atom', 30],
    ['/@heavy_one.atom', 30],
  ])('of the feed %s', async (url, entries) => {
    const { body } = await guest.get(url)
    expect(body.match(/<entry>/g)).toHaveLength(entries)
    expect(Buffer.byteLength(body)).toBeLessThan(megabyte)
  })

  it('of the feed of a discussion', async () => {
    const { body } = await guest.get(`/birding/post/${thread.publicId}.atom`)
    expect(body.match(/<entry>/g)).toHaveLength(30)
  })

  it.each([
    ['the moderation log', '/api/modlog.csv', 'moderation_log', 8],
    ['changes to settings', '/api/_admin/setting_changes.csv', 'setting_changes', 3],
  ])('of %s as a file', async (_what, url, table, megabytes) => {
    const columns = {
      moderation_log: 'action, actor_id, acted_as, community_id, reason, is_public',
      setting_changes: 'name, before, after',
    }[table]
    const copied = sql.raw(columns ?? '')
    await run(sql`insert into ${sql.table(table)} (${copied}) select ${copied} from ${sql.table(table)}
      cross join generate_series(1, 200) limit ${sql.lit(limits.logFileRows + 1)}`)
    const { body } = await full.admin.get(url)
    // With the names of the columns, and nothing after the last line.
    expect(body.split('\r\n')).toHaveLength(limits.logFileRows + 2)
    expect(Buffer.byteLength(body)).toBeLessThan(megabytes * megabyte)
  })

  it('of a sitemap, whose format has a limit', async () => {
    const { body } = await guest.get('/sitemap-pages.xml')
    expect(body.match(/<loc>/g)?.length).toBeGreaterThan(many)
    expect(body.match(/<loc>/g)?.length).toBeLessThanOrEqual(50_000)
  })
})

describe('the directory', () => {
  // [ACC-7-025]
  it('begins with any community, so that all can be read page by page', async () => {
    const seen: string[] = []
    let next = ''
    do {
      const page = (await guest.get(`/api/communities?sort=new&next=${next}`)).json<{ id: string }[]>()
      seen.push(...page.map(({ id }) => id).filter((id) => id !== next))
      next = page.length === limits.communitiesPerPageMax ? (page.at(-1)?.id ?? '') : ''
    } while (next !== '')
    expect(new Set(seen).size).toBe(many + 1)
  })

  it('has no larger page for a larger limit', async () => {
    const page = (await guest.get('/api/communities?limit=99999999999')).json()
    expect(page).toHaveLength(limits.communitiesPerPageMax)
  })
})

describe('so are pages, which are made of such answers', () => {
  let app: FastifyInstance
  beforeAll(async () => {
    const assetsFor = () => ({ entry: '', preloads: [], styles: [] })
    app = await createApp({ ...forum, pages: { renderer, assetsFor, filesFolder: null } })
  })
  afterAll(() => app.close())

  eachInShares(
    [
      ['/', byGuest, 10],
      ['/', byHeavy, 15],
      ['/birding', byGuest, 6],
      ['/birding?tab=about', byGuest, 6],
      ['/birding/post/THREAD', byGuest, 10],
      ['/@heavy_one', byGuest, 6],
      ['/communities', byGuest, 6],
      ['/search?q=moss', byGuest, 5],
      ['/modlog', byGuest, 5],
      ['/@heavy_one/lists', byHeavy, 15],
      ['/settings', byHeavy, 15],
      ['/notifications', byHeavy, 15],
      ['/birding/modtools/banned', byAdmin, 10],
      ['/admin/new-community-requests', byAdmin, 10],
    ] as const,
    5,
  )('%s for %s', async (path, by, megabytes) => {
    const url = path.replace('THREAD', thread.publicId)
    const { statusCode, body } = await app.inject({ url, headers: by === byGuest ? {} : by(full).headers() })
    expect(statusCode).toBe(200)
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(megabytes * megabyte)
  })

  // [ACC-2-029]
  it('the directory links to its next page until all communities were shown', async () => {
    const seen = new Set<string>()
    let url = '/communities?sort=old'
    let pages = 0
    while (url !== '') {
      const { body } = await app.inject({ url })
      for (const [, name = ''] of body.matchAll(/<a [^>]*href="\/((?:place_|birding)\w*)"/g)) seen.add(name)
      url = (/href="([^"]*)" rel="next"/.exec(body)?.[1] ?? '').replaceAll('&amp;', '&')
      pages += 1
    }
    expect([pages, seen.size]).toEqual([3, many + 1])
  })
})

describe('a member who has joined as many communities as one can', () => {
  it('joins no other, may join one of them again, and may after leaving one', async () => {
    const joiner = await forum.member('joins_a_lot')
    await run(sql`delete from memberships where user_id = ${joiner.id}`)
    await run(sql`insert into memberships (user_id, community_id)
      select ${joiner.id}, id from communities where name like 'place%' order by id limit ${sql.lit(limits.communitiesJoinedMax)}`)
    const press = (communityId: string, leave = false) =>
      joiner.post('/api/_joinCommunity', { communityId, leave })
    const members = async () => (await guest.get(`/api/communities/${community.id}`)).json().noMembers
    const before = await members()
    expect((await press(community.id)).json()).toEqual(errors.tooManyMemberships)
    expect(await members()).toBe(before)

    const { id: joined } = (await guest.get('/api/communities/place_1?byName=true')).json()
    expect((await press(joined)).json()).toMatchObject({ userJoined: true })
    await press(joined, true)
    expect((await press(community.id)).json()).toMatchObject({ userJoined: true, noMembers: before + 1 })
  })

  // [ACC-7-083]
  it('cannot join several others, unless it leaves as many', async () => {
    const joiner = await forum.member('joins_in_lots')
    await run(sql`delete from memberships where user_id = ${joiner.id}`)
    await run(sql`insert into memberships (user_id, community_id)
      select ${joiner.id}, id from communities where name like 'place%' order by id limit ${sql.lit(limits.communitiesJoinedMax - 1)}`)
    const communitiesOf = () =>
      forum.db.selectFrom('memberships').where('user_id', '=', joiner.id).select('community_id').execute()
    const others = (await guest.get('/api/communities?sort=new&limit=2')).json<{ id: string }[]>()
    const join = others.map(({ id }) => id)
    const before = await communitiesOf()
    expect((await joiner.post('/api/_memberships', { join })).json()).toEqual(errors.tooManyMemberships)
    expect(await communitiesOf()).toEqual(before)

    const { id: left } = (await guest.get('/api/communities/place_1?byName=true')).json()
    const changed = await joiner.post('/api/_memberships', { join, leave: [left] })
    expect(changed.json()).toHaveLength(3)
    expect(await communitiesOf()).toHaveLength(limits.communitiesJoinedMax)
  })
})

it('a user inside something else has the beginning of their text, and a profile all of it', async () => {
  const moderators = (await guest.get(`/api/communities/${community.id}/mods`)).json<{ aboutMe: string }[]>()
  expect(new Set(moderators.map(({ aboutMe }) => aboutMe.length))).toEqual(
    new Set([limits.authorAboutMaxLength]),
  )
  expect((await guest.get('/api/users/many_1')).json().aboutMe).toHaveLength(limits.aboutMeMaxLength)
})
