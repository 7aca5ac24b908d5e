import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { errors } from '../../../contract/errors.ts'
import { approve } from '../../../tests/support/approve.ts'
import { countQueries } from '../../../tests/support/countQueries.ts'
import {
  type Client,
  type Forum,
  type Member,
  type PostFacts,
  passwordOf,
  startForum,
} from '../../../tests/support/forum.ts'
import { holdNewMembers } from '../../../tests/support/held.ts'
import { stored } from '../../../tests/support/wireIds.ts'
import { createCountStreams } from './streams.ts'

let forum: Forum
let address: string
let admin: Member
let author: Member
let reader: Member
let post: PostFacts

beforeEach(async () => {
  forum = await startForum({ TRUST_PROXY: 'loopback' })
  address = await forum.app.listen({ host: '127.0.0.1', port: 0 })
  await forum.community('birding')
  admin = await forum.member('the_admin', { isAdmin: true })
  author = await forum.member('wren_writes')
  reader = await forum.member('robin_reads')
  post = await forum.post(author, 'birding')
})
afterEach(() => forum.close())

/** Reads the stream of a member event by event; `undefined` when it has ended. */
async function listen(who: Client, ip?: string) {
  // A connection of its own, because closing the server would wait for kept-alive ones.
  const request = get(`${address}/api/_events`, {
    agent: false,
    headers: { ...who.headers(), ...(ip && { 'x-forwarded-for': ip }) },
  })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const arriving = response.setEncoding('utf8')[Symbol.asyncIterator]()
  let text = ''
  return {
    status: response.statusCode,
    headers: response.headers,
    leave: () => request.destroy(),
    async next(): Promise<string | undefined> {
      while (!text.includes('\n\n')) {
        const { value, done } = await arriving.next()
        if (done) return undefined
        text += value
      }
      const end = text.indexOf('\n\n')
      const event = text.slice(0, end)
      text = text.slice(end + 2)
      return event
    },
  }
}
const counted = (newCount: number) => `event: newCount\ndata: {"newCount":${newCount}}`

describe('the stream of events', () => {
  it('sends the count of new notifications at once and whenever it changes, in every browser', async () => {
    const [one, another] = await Promise.all([listen(author), listen(author)])
    for (const stream of [one, another]) {
      expect(stream.headers['content-type']).toBe('text/event-stream; charset=UTF-8')
      expect(stream.headers['cache-control']).toBe('no-store, no-transform')
      expect([await stream.next(), await stream.next()]).toEqual(['retry: 3000', counted(0)])
    }
    await forum.comment(reader, post)
    expect([await one.next(), await another.next()]).toEqual([counted(1), counted(1)])
    await author.post('/api/notifications?action=resetNewCount')
    expect([await one.next(), await another.next()]).toEqual([counted(0), counted(0)])
  })

  it('sends the number of open reports to moderators only', async () => {
    const moderator = await forum.moderator('moderator_m', 'mosses')
    const reported = await forum.post(author, 'mosses')
    const [stream, ofReader] = await Promise.all([listen(moderator), listen(reader)])
    const open = (openReports: number) => `event: openReports\ndata: {"openReports":${openReports}}`
    const started = [await stream.next(), await stream.next(), await stream.next()]
    expect(started).toEqual(['retry: 3000', counted(0), open(0)])
    await reader.post('/api/_report', { type: 'post', targetId: post.id, reason: 3 })
    await admin.post('/api/_report', { type: 'post', targetId: reported.id, reason: 1 })
    await admin.post('/api/_report', { type: 'post', targetId: reported.id, reason: 3 })
    expect(await stream.next()).toBe(open(1))
    await approve(moderator, { type: 'post', targetId: reported.id })
    expect(await stream.next()).toBe(open(0))
    await holdNewMembers(forum.db, 'mosses', 'everything')
    const newcomer = await forum.member('newcomer')
    await newcomer.post('/api/posts', { title: 'It waits', community: 'mosses' })
    expect([await stream.next(), await stream.next()]).toEqual([counted(1), open(1)])
    expect([await ofReader.next(), await ofReader.next()]).toEqual(['retry: 3000', counted(0)])
    await forum.comment(admin, await forum.post(reader, 'birding'))
    expect(await ofReader.next()).toBe(counted(1))
  })

  it.each([
    ['logs out', () => author.post('/api/_login?action=logout')],
    ['is banned', () => sql`update users set banned_at = now() where id = ${author.id}`.execute(forum.db)],
    [
      'deletes the account',
      () => sql`update users set deleted_at = now() where id = ${author.id}`.execute(forum.db),
    ],
  ])('ends when the member %s', async (_what, act) => {
    const stream = await listen(author)
    await stream.next()
    await stream.next()
    await act()
    expect(await stream.next()).toBeUndefined()
    expect((await listen(author)).status).toBe(401)
  })

  it('ends when its IP address is blocked, and continues at others', async () => {
    const elsewhere = '203.0.113.7'
    const [near, far] = await Promise.all([listen(author), listen(author, elsewhere)])
    for (const stream of [near, far]) await stream.next()
    for (const stream of [near, far]) await stream.next()
    await admin.post('/api/ipblocks', { address: elsewhere })
    expect(await far.next()).toBeUndefined()
    expect((await listen(author, elsewhere)).status).toBe(403)
    await forum.comment(reader, post)
    expect(await near.next()).toBe(counted(1))
  })

  it('ends with its session, and continues in the others', async () => {
    const elsewhere = await forum.guest()
    await elsewhere.post('/api/_login', { username: author.username, password: passwordOf(author.username) })
    const [here, there] = await Promise.all([listen(author), listen(elsewhere)])
    for (const stream of [here, there]) await stream.next()
    for (const stream of [here, there]) await stream.next()
    await author.post('/api/_login?action=logout')
    expect(await here.next()).toBeUndefined()
    await forum.comment(reader, post)
    expect(await there.next()).toBe(counted(1))
  })

  it('continues after an outage of the database', async () => {
    const stream = await listen(author)
    await stream.next()
    await stream.next()
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(forum.database.db)
    await forum.comment(reader, post)
    expect(await stream.next()).toBe(counted(1))
  })

  it('is for members, by GET, and limited in number', async () => {
    const guest = await forum.guest()
    expect(await (await listen(guest)).next()).toBeUndefined()
    expect((await listen(guest)).status).toBe(401)
    expect((await author.post('/api/_events')).json()).toEqual(errors.wrongMethod)
    const streams = await Promise.all(Array.from({ length: 10 }, () => listen(author)))
    expect(streams.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect((await listen(author)).status).toBe(429)
    const [left] = streams
    left?.leave()
    await expect.poll(async () => (await listen(author)).status).toBe(200)
  })

  it('does not keep the server from stopping', async () => {
    const stream = await listen(author)
    await stream.next()
    await stream.next()
    const closed = forum.app.close()
    expect(await stream.next()).toBeUndefined()
    await closed
  })
})

describe('all streams of a process', () => {
  const ip = '127.0.0.1'

  it('are limited in number', () => {
    const streams = createCountStreams(forum, { perMember: 5, perProcess: 2, unreadBytes: 4096 })
    const open = (n: number) => streams.open({ memberId: `${n}`, sessionIdHash: Buffer.from([n]), ip })
    expect([open(1), open(2)].every((stream) => stream !== null)).toBe(true)
    expect(open(3)).toBeNull()
    streams.close()
  })

  it('end for a client that reads nothing', async () => {
    const { rows } = await sql<{ id_hash: Buffer }>`select id_hash from sessions limit 1`.execute(forum.db)
    const streams = createCountStreams(forum, { perMember: 5, perProcess: 5, unreadBytes: 0 })
    const stream = streams.open({ memberId: '1', sessionIdHash: rows[0]?.id_hash ?? Buffer.alloc(0), ip })
    await new Promise((closed) => stream?.once('close', closed))
    expect(stream?.destroyed).toBe(true)
    streams.close()
  })

  it('share one statement, including reports, and use none when there are no streams', async () => {
    const moderator = await forum.moderator('moderator_m', 'mosses')
    const sessions = await sql<{
      id_hash: Buffer
      user_id: string
    }>`select id_hash, user_id from sessions`.execute(forum.db)
    const streams = createCountStreams({ ...forum, db: forum.database.db })
    const first = (stream: NodeJS.ReadableStream | null, event: string) =>
      new Promise((resolve) => {
        let text = ''
        stream?.on('data', (chunk) => {
          text += chunk
          if (text.includes(event)) resolve(text)
        })
      })
    const queries = await countQueries(forum.database, async () => {
      await Promise.all(
        sessions.rows.map(({ id_hash, user_id }) =>
          first(
            streams.open({ memberId: user_id, sessionIdHash: id_hash, ip }),
            user_id === stored(moderator.id) ? 'openReports' : 'newCount',
          ),
        ),
      )
    })
    expect(sessions.rows.length).toBeGreaterThan(2)
    expect(queries).toBe(1)
    streams.close()
  })
})
