import { mkdir, readFile, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errors } from '../contract/errors.ts'
import { createApp } from '../server/app.ts'
import { parseConfig } from '../server/config.ts'
import { openConfiguredDatabase } from '../server/platform/database/open.ts'
import { startJobs } from '../server/platform/jobs/queue.ts'
import { masked } from './apiExamples/mask.ts'
import { Recorder } from './apiExamples/recorder.ts'
import { tellStory } from './apiExamples/story.ts'
import { startElsewhere } from './support/elsewhere.ts'
import { type Forum, type Member, type PostFacts, startForum } from './support/forum.ts'
import { isMissing } from './support/installed.ts'
import { startPgbouncer } from './support/pgbouncer.ts'

const soon = { interval: 10 }

/** Like a server whose `DATABASE_URL` is a pooler: requests go through it, everything else directly. */
async function startThroughPooler(forum: Forum) {
  const { host, port, user, database: name } = forum.connection
  const pooler = await startPgbouncer(forum.connection, { poolSize: 3 })
  const log: string[] = []
  const config = parseConfig({
    DATABASE_URL: pooler.url,
    DATABASE_DIRECT_URL: `postgres://${user}@/${name}?host=${host}&port=${port}`,
    DATABASE_CONNECTIONS: '8',
  })
  const database = await openConfiguredDatabase(config, (line) => log.push(line)).catch(async (error) => {
    await pooler.close()
    throw error
  })
  return {
    pooler,
    database,
    log,
    async close() {
      await database.close()
      await pooler.close()
    },
  }
}
type Pooled = Awaited<ReturnType<typeof startThroughPooler>>

describe.skipIf(isMissing('pgbouncer'))('through PgBouncer in transaction mode', () => {
  it('every call answers as it does without a pooler', { tags: ['long'], timeout: 120_000 }, async () => {
    const startedAt = Date.now()
    const elsewhere = await startElsewhere((_request, response) =>
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<meta property="og:title" content="Swifts sleep in the air">'),
    )
    const forum = await startForum({
      SITE_URL: 'https://forum.example',
      SMTP_URL: 'smtp://127.0.0.1:25',
      MAIL_FROM: 'forum@forum.example',
      LINK_PORTS: `80, 443, ${elsewhere.port}`,
      LINK_ALLOWED_NETWORKS: '127.0.0.2/32',
    })
    const pooled = await startThroughPooler(forum)
    const app = await createApp({ ...forum, db: pooled.database.db })
    try {
      const pages = join(forum.config.dataDir, 'pages')
      await mkdir(pages)
      await writeFile(join(pages, 'about.md'), '# About us\n\nWe talk about **birds**.\n')
      await app.listen({ host: '127.0.0.1', port: 0 })
      const { port } = app.server.address() as AddressInfo
      const recorder = new Recorder()
      await tellStory(
        { forum: { ...forum, app }, origin: `http://127.0.0.1:${port}`, elsewhere: elsewhere.origin },
        recorder,
      )
      const examples = masked(recorder.examples, {
        startedAt,
        hosts: { [elsewhere.origin]: 'https://swifts.example' },
      })
      const recorded = await readFile(join(import.meta.dirname, 'apiExamples/examples.json'), 'utf8')
      expect(JSON.parse(JSON.stringify(examples))).toEqual(JSON.parse(recorded))
    } finally {
      await app.close()
      await pooled.close()
      await forum.close()
      await elsewhere.close()
    }
  })

  describe('a forum with limits', () => {
    let forum: Forum
    let pooled: Pooled
    let app: FastifyInstance
    let member: Member
    let post: PostFacts
    beforeAll(async () => {
      forum = await startForum({ RATE_LIMITS: 'on', GUEST_CACHE_SECONDS: '2' })
      pooled = await startThroughPooler(forum)
      app = await createApp({ ...forum, db: pooled.database.db })
      await app.listen({ host: '127.0.0.1', port: 0 })
      await forum.community('birding')
      member = await forum.member('wren_w')
      post = await forum.post(await forum.member('robin_r'), 'birding')
    })
    afterAll(async () => {
      await app.close()
      await pooled.close()
      await forum.close()
    })
    const send = (from: Member, method: 'GET' | 'POST', url: string, body?: object) =>
      app.inject({ method, url, headers: from.headers(), ...(body && { payload: JSON.stringify(body) }) })

    it('uses several sessions of PostgreSQL for one connection, and few for many', async () => {
      const clients = await Promise.all(Array.from({ length: 6 }, () => pooled.database.pool.connect()))
      const ids = await Promise.all(
        clients.map(async (client) => {
          const own = new Set<number>()
          for (let n = 0; n < 20; n++)
            own.add((await client.query('select pg_backend_pid() as id, pg_sleep(0.002)')).rows[0].id)
          return own
        }),
      )
      for (const client of clients) client.release()
      expect(Math.max(...ids.map(({ size }) => size))).toBeGreaterThan(1)
      expect(new Set(ids.flatMap((own) => [...own])).size).toBeLessThanOrEqual(3)
    })

    it('answers many at once', async () => {
      const members = await Promise.all(Array.from({ length: 8 }, (_, n) => forum.member(`many_${n}`)))
      const answers = await Promise.all(
        members.flatMap((each) => [
          send(each, 'POST', '/api/_postVote', { postId: post.id, up: true }),
          send(each, 'POST', `/api/posts/${post.publicId}/comments`, {
            body: `From ${each.username}`,
            parentCommentId: null,
          }),
          send(each, 'GET', '/api/posts?feed=all'),
          send(each, 'GET', '/api/search?q=something'),
        ]),
      )
      expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
      expect((await send(member, 'GET', `/api/posts/${post.publicId}`)).json()).toMatchObject({
        upvotes: 9,
        noComments: 8,
      })
    })

    it('counts limits', async () => {
      const write = (n: number) =>
        send(member, 'POST', '/api/posts', { title: `Post ${n}`, community: 'birding' })
      expect((await write(1)).statusCode).toBe(200)
      expect((await write(2)).json()).toEqual(errors.tooManyRequests)
    })

    it('sends events', async () => {
      const { port } = app.server.address() as AddressInfo
      const author = await forum.member('listens_l')
      const own = await forum.post(author, 'birding')
      const leaving = new AbortController()
      const { body } = await fetch(`http://127.0.0.1:${port}/api/_events`, {
        headers: { cookie: author.headers().cookie },
        signal: leaving.signal,
      })
      const parts = body?.pipeThrough(new TextDecoderStream()).getReader()
      let text = ''
      const untilRead = async (wanted: string) => {
        while (!text.includes(wanted)) text += (await parts?.read())?.value ?? ''
      }
      await untilRead('{"newCount":0}')
      await forum.comment(await forum.member('comments_c'), own)
      await untilRead('{"newCount":1}')
      leaving.abort()
    })

    it('performs jobs that a call enqueued, on connections of their own', async () => {
      const performed: unknown[] = []
      const perform = async (_services: unknown, payload: unknown) => void performed.push(payload)
      const jobs = await startJobs(pooled.database.connection, forum, [{ name: 'one', perform }], () => {})
      await sql`select graphile_worker.add_job('one', '{"n": 1}')`.execute(pooled.database.db)
      await expect.poll(() => performed, soon).toEqual([{ n: 1 }])
      await jobs.stop()
    })

    it('limits statements by the configuration of the pooler, without a warning', async () => {
      const { rows } = await sql<{ limit: string; zone: string }>`
        select current_setting('statement_timeout') as limit, current_setting('timezone') as zone`.execute(
        pooled.database.db,
      )
      expect(rows).toEqual([{ limit: '8s', zone: 'UTC' }])
      expect(pooled.log).toEqual([])
    })
  })
})
