import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errors } from '../contract/errors.ts'
import { createApp, routes } from '../server/app.ts'
import { openReplicas, type Replicas } from '../server/platform/database/replicas.ts'
import { type Bridge, bridgeTo } from './support/bridge.ts'
import { countQueries } from './support/countQueries.ts'
import { type Forum, type Member, type PostFacts, startForum } from './support/forum.ts'
import { type Replication, startReplication } from './support/replication.ts'

const soon = { interval: 10 }
const lagSeconds = 2

let replication: Replication
/** The address at which the servers look for the primary. */
let bridge: Bridge
let replicas: Replicas
let delayed: Replicas
/** Those that are not delayed. */
let pair: Replicas
/** For a second server, which caches reads for an hour and accepts replicas a minute behind. */
let patient: Replicas
let second: FastifyInstance
let reader: Member
let forum: Forum
let author: Member
let post: PostFacts
const log: string[] = []

beforeAll(async () => {
  replication = await startReplication([{}, {}, { recovery_min_apply_delay: '5s' }])
  const [near, other, far] = replication.replicas
  bridge = await bridgeTo(replication.primary.connection)
  const primary = { ...replication.primary.connection, host: '127.0.0.1', port: bridge.port }
  const open = (nodes: typeof replication.replicas, seconds = lagSeconds) =>
    openReplicas(
      primary,
      nodes.map(({ connection }) => connection),
      { connections: 2, lagSeconds: seconds, log: (line) => log.push(line) },
    )
  if (!near || !other || !far) throw new Error('They were just started')
  replicas = open([near, other, far])
  delayed = open([far])
  pair = open([near, other])
  patient = open([near, other], 60)
  forum = await startForum({}, { store: { connection: primary, drop: async () => {} }, replicas })
  second = await createApp({
    ...forum,
    db: forum.database.db,
    replicas: patient,
    config: { ...forum.config, guestCacheSeconds: 3600 },
  })
  author = await forum.member('wren_w')
  reader = await forum.member('robin_r')
  await forum.community('birding')
  post = await forum.post(author, 'birding', { title: 'Finches' })
  // Accounts are new for a while.
  await forum.database.pool.query(`update users set created_at = now() - interval '1 day'`)
}, 120_000)

afterAll(async () => {
  await second?.close()
  await forum?.close()
  await Promise.all([replicas?.close(), delayed?.close(), patient?.close(), pair?.close()])
  await bridge?.cut()
  await replication?.close()
})

const browser = { 'sec-fetch-site': 'same-origin' }
/** A guest with a browser: without a session that could be a member's. */
const visit = (url: string) => forum.app.inject({ url, headers: browser })
/** While the replicas replay nothing. */
async function paused(work: () => Promise<void>): Promise<void> {
  const near = replication.replicas.slice(0, 2)
  for (const node of near) {
    await node.ask('select pg_wal_replay_pause()')
    const state = async () =>
      (await node.ask<{ state: string }>('select pg_get_wal_replay_pause_state() as state'))[0]?.state
    await expect.poll(state, soon).toBe('paused')
  }
  try {
    await work()
  } finally {
    for (const node of near) await node.ask('select pg_wal_replay_resume()')
  }
}
const position = async () =>
  Number(
    (
      await replication.primary.ask<{ at: string }>(
        `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as at`,
      )
    )[0]?.at,
  )
/** Resolves when this many of the replicas without delay have replayed all earlier writes. */
const untilNear = async (count = 2) => {
  const at = await position()
  const near = () =>
    new Set([pair.pick(at), pair.pick(at)].flatMap((chosen) => (chosen ? [chosen.db] : []))).size
  await expect.poll(near, soon).toBeGreaterThanOrEqual(count)
}
const statementsOfPrimary = (work: () => Promise<unknown>) => countQueries(forum.database, work)

describe('reads of guests', () => {
  it('alternate between the replicas that are up to date, and never go to the one that is far behind', async () => {
    await untilNear()
    const at = await position()
    await replication.primary.ask('create table marker ()')
    await replication.primary.ask('drop table marker')
    const used = new Set<unknown>()
    await expect
      .poll(() => {
        for (let n = 0; n < 30; n++) used.add(replicas.pick(at)?.db ?? null)
        used.delete(null)
        return used.size
      }, soon)
      .toBe(2)
    // Until two seconds after the change it may be used.
    await expect.poll(() => delayed.pick(0), soon).toBeNull()
  })

  it('send nothing to the primary, whatever they read', async () => {
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
    for (const url of urls) {
      const get = async () => expect((await visit(url)).statusCode, url).toBe(200)
      await expect.poll(() => statementsOfPrimary(get), { ...soon, message: url }).toBe(0)
    }
  })

  it('are repeated at the primary if a replica has no row', async () => {
    const { publicId } = await forum.post(author, 'birding')
    expect((await visit(`/api/posts/${publicId}`)).statusCode).toBe(200)
    expect((await visit('/api/posts/nothing1')).statusCode).toBe(404)
  })

  it('do not show what was removed two seconds ago, whichever process removed it', {
    tags: ['long'],
  }, async () => {
    const { publicId } = await forum.post(author, 'birding', { title: 'An insult' })
    await untilNear()
    const url = '/api/posts?feed=all&sort=latest'
    // The delayed one may be used until two seconds after the change.
    await expect.poll(async () => (await visit(url)).body, soon).toContain('An insult')
    await paused(async () => {
      await replication.primary.ask(
        `update posts set deleted_at = now(), deleted_as = 'admins', deleted_by = author_id where public_id = '${publicId}'`,
      )
      const removedAt = performance.now()
      let last = 0
      const choose = () => {
        const askedAt = performance.now()
        const chosen = pair.pick(0)
        if (chosen) last = askedAt
        return chosen
      }
      await expect.poll(choose, soon).toBeNull()
      expect(last - removedAt).toBeLessThan(lagSeconds * 1000)
      await expect.poll(async () => (await visit(url)).body, soon).not.toContain('An insult')
    })
  })

  it('do not show what is known to be removed, however far behind a replica may be', async () => {
    const admin = await forum.member('admin_a', { isAdmin: true })
    const { publicId } = await forum.post(author, 'birding', { title: 'Another insult' })
    await untilNear()
    const look = async () =>
      (await second.inject({ url: '/api/posts?feed=all&sort=latest', headers: browser })).body
    await expect.poll(look, soon).toContain('Another insult')
    await paused(async () => {
      await admin.delete(`/api/posts/${publicId}?deleteAs=admins`)
      await expect.poll(look, soon).not.toContain('Another insult')
    })
  })
})

it('only calls that read can be answered by a replica', () => {
  expect(routes.filter(({ fromReplica }) => fromReplica).map(({ name }) => name)).not.toHaveLength(0)
  for (const { name, fromReplica } of routes)
    if (fromReplica) expect(name).toMatch(/^(get|list|search|suggest|count)/)
})

describe('reads of members', () => {
  const feed = '/api/users/wren_w/feed'
  const latest = '/api/posts?feed=all&sort=latest'
  const readAt = async (server: FastifyInstance, member: Member, url: string) =>
    (await server.inject({ url, headers: member.headers() })).body

  it('show their own comment at once on each server, also while no replica has it', async () => {
    await untilNear()
    await paused(async () => {
      await forum.comment(author, post, 'Own words')
      for (const server of [forum.app, second])
        expect(await readAt(server, author, feed)).toContain('Own words')
    })
  })

  it('do not show members an older state that others read from a replica before it had their post', async () => {
    await untilNear()
    await paused(async () => {
      await forum.post(author, 'birding', { title: 'Own post' })
      // Is kept for two seconds.
      await expect.poll(() => readAt(second, reader, latest), soon).not.toContain('Own post')
    })
    const at = await position()
    await expect.poll(() => patient.pick(at), soon).not.toBeNull()
    expect(await readAt(second, author, latest)).toContain('Own post')
  })

  it('go to a replica that shows what they wrote, except for the session', async () => {
    await expect.poll(() => statementsOfPrimary(() => author.get(feed)), soon).toBe(1)
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
      .toContain('replica 2 of DATABASE_REPLICA_URLS is not used: it does not answer.')
  })

  it('without the primary, guests can read; writes wait until a replica is promoted', async () => {
    await untilNear(1)
    await replication.primary.kill()
    await expect.poll(async () => (await visit('/api/posts?feed=all')).statusCode, soon).toBe(200)
    await expect
      .poll(async () => (await visit(`/api/posts/${post.publicId}`)).json().title, soon)
      .toBe('Finches')
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
    await expect.poll(async () => (await visit('/api/posts?feed=all')).statusCode, soon).toBe(200)

    await near?.promote()
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
