import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errors } from '../contract/errors.ts'
import { routes } from '../server/app.ts'
import { openReplicas, type Replicas } from '../server/platform/database/replicas.ts'
import { type Bridge, bridgeTo } from './support/bridge.ts'
import { countQueries } from './support/countQueries.ts'
import { type Forum, type Member, type PostFacts, startForum } from './support/forum.ts'
import { type Replication, startReplication } from './support/replication.ts'

const soon = { timeout: 30_000, interval: 10 }
const lagSeconds = 2

let replication: Replication
/** The address at which the servers look for the primary. */
let bridge: Bridge
let replicas: Replicas
let delayed: Replicas
let forum: Forum
let author: Member
let post: PostFacts
const log: string[] = []

beforeAll(async () => {
  replication = await startReplication([{}, {}, { recovery_min_apply_delay: '5s' }])
  const [near, second, far] = replication.replicas
  bridge = await bridgeTo(replication.primary.connection)
  const primary = { ...replication.primary.connection, host: '127.0.0.1', port: bridge.port }
  const open = (nodes: typeof replication.replicas) =>
    openReplicas(
      primary,
      nodes.map(({ connection }) => connection),
      { connections: 2, lagSeconds, log: (line) => log.push(line) },
    )
  if (!near || !second || !far) throw new Error('They were just started')
  replicas = open([near, second, far])
  delayed = open([far])
  forum = await startForum({}, { store: { connection: primary, drop: async () => {} }, replicas })
  author = await forum.member('wren_w')
  await forum.community('birding')
  post = await forum.post(author, 'birding', { title: 'Finches' })
  // Accounts are new for a while.
  await forum.database.pool.query(`update users set created_at = now() - interval '1 day'`)
}, 120_000)

afterAll(async () => {
  await forum?.close()
  await Promise.all([replicas?.close(), delayed?.close()])
  await bridge?.cut()
  await replication?.close()
})

/** A guest with a browser: without a session that could be a member's. */
const visit = (url: string) => forum.app.inject({ url, headers: { 'sec-fetch-site': 'same-origin' } })
const position = async () =>
  Number(
    (
      await replication.primary.ask<{ at: string }>(
        `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as at`,
      )
    )[0]?.at,
  )
/** Until the near replicas show all that was written before. */
const untilNear = async () => {
  const at = await position()
  await expect.poll(() => replicas.pick(at), soon).not.toBeNull()
  await expect.poll(() => replicas.pick(at), soon).not.toBeNull()
}
const statementsOfPrimary = (work: () => Promise<unknown>) => countQueries(forum.database, work)

describe('reads of guests', () => {
  it('go to the replicas that are near, in turn, and never to the one that is far behind', async () => {
    await untilNear()
    const at = await position()
    await replication.primary.ask('create table marker ()')
    await replication.primary.ask('drop table marker')
    const used = new Set(Array.from({ length: 30 }, () => replicas.pick(0)?.db))
    used.delete(undefined)
    expect(used.size).toBe(2)
    expect(delayed.pick(at)).toBeNull()
  })

  it('send nothing to the primary, whatever they ask', async () => {
    const comment = await forum.comment(author, post, 'A comment.')
    const urls = [
      '/api/_initial',
      '/api/posts?feed=all',
      `/api/posts/${post.publicId}`,
      `/api/posts/${post.publicId}/comments`,
      `/api/posts/${post.publicId}/comments?parentId=${comment.id}`,
      `/api/comments/${comment.id}`,
      '/api/communities',
      '/api/communities?q=bird',
      '/api/communities/birding?byName=true',
      '/api/search?q=finches',
      '/api/users/wren_w',
      '/api/users/wren_w/feed',
      '/api/modlog',
    ]
    await untilNear()
    for (const url of urls) {
      await untilNear()
      expect(
        await statementsOfPrimary(async () => expect((await visit(url)).statusCode, url).toBe(200)),
        url,
      ).toBe(0)
    }
  })

  it('are asked again of the primary where a replica has nothing', async () => {
    const { publicId } = await forum.post(author, 'birding')
    expect((await visit(`/api/posts/${publicId}`)).statusCode).toBe(200)
    expect((await visit('/api/posts/nothing1')).statusCode).toBe(404)
  })

  it('do not show a removed post once two seconds have passed, nor earlier where the removal is known', async () => {
    const admin = await forum.member('admin_a', { isAdmin: true })
    const { publicId } = await forum.post(author, 'birding', { title: 'An insult' })
    await untilNear()
    expect((await visit('/api/posts?feed=all&sort=latest')).body).toContain('An insult')
    await admin.delete(`/api/posts/${publicId}?deleteAs=admins`)
    const removedAt = performance.now()
    let last = removedAt
    await expect
      .poll(async () => {
        const { body } = await visit('/api/posts?feed=all&sort=latest')
        if (body.includes('An insult')) last = performance.now()
        return body
      }, soon)
      .not.toContain('An insult')
    expect(last - removedAt).toBeLessThan(lagSeconds * 1000)
  })
})

it('only calls that read can be answered by a replica', () => {
  expect(routes.filter(({ mayBeOld }) => mayBeOld).map(({ name }) => name)).not.toHaveLength(0)
  for (const { name, mayBeOld } of routes) if (mayBeOld) expect(name).toMatch(/^(get|list|search)/)
})

describe('reads of members', () => {
  it('show their own comment at once, and go to a replica when that shows it', async () => {
    const url = `/api/users/wren_w/feed`
    for (let n = 0; n < 5; n++) {
      await untilNear()
      await author.get(url)
      await forum.comment(author, post, `Number ${n}`)
      expect((await author.get(url)).body).toContain(`Number ${n}`)
    }
    await untilNear()
    // The session, and nothing else.
    expect(await statementsOfPrimary(() => author.get(url))).toBe(1)
  })
})

describe('when a server is killed', () => {
  it('a replica costs no request', async () => {
    await untilNear()
    const killed = replication.replicas[1]?.kill()
    const answers = []
    for (let n = 0; n < 50; n++) answers.push((await visit('/api/posts?feed=all')).statusCode)
    await killed
    for (let n = 0; n < 20; n++) answers.push((await visit('/api/posts?feed=all')).statusCode)
    expect(new Set(answers)).toEqual(new Set([200]))
    await expect
      .poll(() => log, soon)
      .toContain('replica 2 of DATABASE_REPLICA_URLS is left out: it does not answer.')
  })

  it('the primary leaves guests what they read; writes wait for the replica that is promoted', async () => {
    await untilNear()
    await replication.primary.kill()
    await expect.poll(async () => (await visit('/api/posts?feed=all')).statusCode, soon).toBe(200)
    expect((await visit(`/api/posts/${post.publicId}`)).json().title).toBe('Finches')
    const refused = await author.post(`/api/posts/${post.publicId}/comments`, {
      body: 'Lost',
      parentCommentId: null,
    })
    expect(refused.statusCode).toBe(503)
    expect(refused.json()).toEqual(errors.databaseUnavailable)
    expect(refused.headers['retry-after']).toBeDefined()

    const [near] = replication.replicas
    // The address of the primary leads there before it may write.
    bridge.leadTo(near?.connection as { host: string; port: number })
    const early = await author.post(`/api/posts/${post.publicId}/comments`, {
      body: 'Early',
      parentCommentId: null,
    })
    expect(early.statusCode).toBe(503)
    expect((await visit('/api/posts?feed=all')).statusCode).toBe(200)

    await near?.ask('select pg_promote()')
    await expect
      .poll(
        async () =>
          (
            await author.post(`/api/posts/${post.publicId}/comments`, {
              body: 'After',
              parentCommentId: null,
            })
          ).statusCode,
        soon,
      )
      .toBe(200)
    expect((await author.get(`/api/posts/${post.publicId}/comments`)).body).toContain('After')
    expect((await visit(`/api/posts/${post.publicId}/comments`)).statusCode).toBe(200)
  })
})
