import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errors } from '../contract/errors.ts'
import { createApp } from '../server/app.ts'
import { openReplicas, type Replicas } from '../server/platform/database/replicas.ts'
import { type Bridge, bridgeTo } from './support/bridge.ts'
import { type Forum, type Member, type PostFacts, startForum } from './support/forum.ts'
import { type Replication, startReplication } from './support/replication.ts'

/** The primary is lost, and one of its two replicas takes over. No address moves: DATABASE_URL names all three. */

const soon = { interval: 10 }

let replication: Replication
let bridges: Bridge[]
let replicas: Replicas
let forum: Forum
/** Another server. */
let second: FastifyInstance
let admin: Member
let author: Member
let reader: Member
let post: PostFacts
let commentId: string

beforeAll(async () => {
  replication = await startReplication([{}, {}])
  const { primary } = replication
  bridges = await Promise.all(
    [primary, ...replication.replicas].map(({ connection }) => bridgeTo(connection)),
  )
  const { user, database } = primary.connection
  const hosts = bridges.map(({ port }) => `127.0.0.1:${port}`)
  const url = (host: string) => `postgres://${user}@${host}/${database}`
  // The primary is not the first.
  const connectionString = `${url([...hosts.slice(1), ...hosts.slice(0, 1)].join(','))}?target_session_attrs=read-write`
  replicas = openReplicas(
    { connectionString },
    hosts.slice(1).map((host) => ({ connectionString: url(host) })),
    // So long that only what they have replayed counts, also on a busy machine.
    { connections: 2, lagSeconds: 60, log: () => {} },
  )
  forum = await startForum(
    {},
    { store: { connection: { connectionString }, drop: async () => {} }, replicas },
  )
  second = await createApp({ ...forum, db: forum.database.db, replicas })
  admin = await forum.member('admin_a', { isAdmin: true })
  author = await forum.member('wren_w')
  reader = await forum.member('robin_r')
  await forum.community('birding', admin)
  post = await forum.post(author, 'birding', { title: 'Finches' })
  commentId = (await forum.comment(author, post, 'A comment.')).id
}, 120_000)

afterAll(async () => {
  await second?.close()
  await forum?.close()
  await replicas?.close()
  for (const bridge of bridges ?? []) await bridge.cut()
  await replication?.close()
})

const comment = (member: Member, body: string) =>
  member.post(`/api/posts/${post.publicId}/comments`, { body, parentCommentId: null })

describe('while there is no primary', { tags: ['long'] }, () => {
  it('an ended session does not let anyone in, even if no replica has its end yet', async () => {
    const left = await forum.member('left_l')
    const banned = await forum.member('banned_b')
    const moment = await forum.member('moment_m')
    await expect.poll(() => replicas.pickLatest(), soon).not.toBeNull()
    const inTime = { left: left.headers(), moment: moment.headers() }
    expect((await left.post('/api/_login?action=logout')).statusCode).toBe(200)
    await admin.post('/api/_admin', { action: 'ban_user', username: 'banned_b' })
    const [{ at } = { at: '' }] = await replication.primary.ask<{ at: string }>(
      'select pg_current_wal_flush_lsn()::text as at',
    )
    for (const node of replication.replicas) {
      const replayed = async () =>
        (await node.ask<{ yes: boolean }>(`select pg_last_wal_replay_lsn() >= '${at}' as yes`))[0]?.yes
      await expect.poll(replayed, soon).toBe(true)
      await node.ask('select pg_wal_replay_pause()')
      const state = async () =>
        (await node.ask<{ state: string }>('select pg_get_wal_replay_pause_state() as state'))[0]?.state
      await expect.poll(state, soon).toBe('paused')
    }
    expect((await moment.post('/api/_login?action=logout')).statusCode).toBe(200)
    const [{ now } = { now: '' }] = await replication.primary.ask<{ now: string }>(
      'select now()::text as now',
    )
    const sawTheEnd = async () =>
      (
        await replication.primary.ask<{ yes: boolean }>(
          `select exists (select from pg_stat_activity where query ~ '^select pg_wal_lsn_diff' and state = 'idle'
             and query_start > '${now}') as yes`,
        )
      )[0]?.yes
    await expect.poll(sawTheEnd, soon).toBe(true)
    expect(replicas.pickLatest()).toBeNull()
    await replication.primary.kill()
    await expect.poll(() => replicas.isPrimaryAway(), soon).toBe(true)

    const withSession = (headers: object) =>
      forum.app.inject({ url: '/api/_user', headers: headers as Record<string, string> })
    // No replica is recent enough to decide which sessions are valid.
    for (const headers of [inTime.moment, reader.headers()]) {
      const answer = await withSession(headers)
      expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '2'])
    }
    for (const node of replication.replicas) await node.ask('select pg_wal_replay_resume()')
    await expect.poll(async () => (await withSession(reader.headers())).statusCode, soon).toBe(200)
    for (const headers of [inTime.left, inTime.moment, banned.headers()])
      expect((await withSession(headers)).json()).toEqual(errors.notLoggedIn)
  })

  it('members read, on each server', async () => {
    const urls = [
      '/api/_initial',
      '/api/_user',
      '/api/posts?feed=all',
      '/api/posts?feed=home',
      `/api/posts/${post.publicId}`,
      `/api/posts/${post.publicId}?fetchCommunity=true`,
      `/api/posts/${post.publicId}/comments`,
      `/api/comments/${commentId}`,
      '/api/communities',
      '/api/communities/birding?byName=true',
      '/api/users/wren_w',
      '/api/users/wren_w/feed',
      '/api/users/robin_r/lists',
      '/api/notifications',
      '/api/search?q=finches',
      '/api/modlog',
    ]
    for (const server of [forum.app, second])
      for (const url of urls)
        for (const member of [reader, author])
          expect((await server.inject({ url, headers: member.headers() })).statusCode, url).toBe(200)
    expect((await author.get(`/api/posts/${post.publicId}`)).json()).toMatchObject({ title: 'Finches' })
  })

  it('servers are ready, so that a balancer keeps sending readers to them', async () => {
    expect((await forum.app.inject('/readyz')).statusCode).toBe(200)
  })

  it('all writes are refused for a while', async () => {
    const writes = [
      () => comment(author, 'Lost'),
      () => author.post('/api/posts', { title: 'Lost', community: 'birding' }),
      () => author.post('/api/_postVote', { postId: post.id, up: true }),
      () => admin.post('/api/_admin', { action: 'ban_user', username: 'robin_r' }),
      () => author.post('/api/_login?action=logout'),
    ]
    for (const write of writes) {
      const answer = await write()
      expect(answer.json()).toEqual(errors.databaseUnavailable)
      expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '2'])
    }
    expect((await author.get('/api/_user')).statusCode).toBe(200)
  })
})

it('after a promotion, members write again, and nothing has to be started again', {
  tags: ['long'],
}, async () => {
  await replication.replicas[0]?.promote()
  await expect.poll(async () => (await comment(author, 'After')).statusCode).toBe(200)
  for (const server of [forum.app, second])
    expect(
      (await server.inject({ url: `/api/posts/${post.publicId}/comments`, headers: author.headers() })).body,
    ).toContain('After')
  expect((await author.post('/api/_login?action=logout')).statusCode).toBe(200)
  expect((await author.get('/api/_user')).statusCode).toBe(401)
})
