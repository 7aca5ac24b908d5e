import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../server/app.ts'
import { fixedSettings } from '../server/core/settings/live.ts'
import { countQueries } from './support/countQueries.ts'
import { type Forum, type Member, passwordOf, startForum } from './support/forum.ts'
import { type Method, type Sender, sendTo } from './support/sendTo.ts'

describe('what limits cost in statements, with all caches on', () => {
  let forum: Forum
  let unlimited: FastifyInstance
  let member: Member
  let post: { id: string; publicId: string }
  beforeAll(async () => {
    // An hour, so that no cached value expires during the test.
    forum = await startForum({ RATE_LIMITS: 'on', GUEST_CACHE_SECONDS: '3600' }, { watch: undefined })
    const { database, config } = forum
    unlimited = await createApp({
      ...forum,
      watch: undefined,
      db: database.db,
      liveSettings: fixedSettings({ ...config.locked, rateLimits: false }),
    })
    await forum.community('birding')
    member = await forum.member('wren_w')
    // The community of a new member's comment is read first.
    await sql`update users set comment_count = 100 where id = ${member.id}`.execute(forum.db)
    post = await forum.post(await forum.member('robin_r'), 'birding')
  })
  afterAll(async () => {
    await unlimited.close()
    await forum.close()
  })

  /** A browser whose session is new costs no statement. */
  const browser = { headers: () => ({ 'sec-fetch-site': 'same-origin' }) }
  let isUp = false
  const calls: Record<string, () => Promise<[Sender, [Method, string, object?]]>> = {
    vote: async () => {
      // Another one each time, because taking a vote back is free.
      isUp = !isUp
      return [member, ['POST', '/api/_postVote', { postId: post.id, up: isUp }]]
    },
    comment: async () => [member, ['POST', `/api/posts/${post.publicId}/comments`, { body: 'A comment.' }]],
    login: async () => [
      await forum.guest(),
      ['POST', '/api/_login', { username: 'wren_w', password: passwordOf('wren_w') }],
    ],
    'feed, member': async () => [member, ['GET', '/api/posts?sort=hot']],
    'feed, guest': async () => [browser, ['GET', '/api/posts?sort=hot']],
    'search, guest': async () => [browser, ['GET', '/api/search?q=swifts']],
  }

  it.each([
    // Besides the limit of votes: who wrote the post. Votes on that member are counted by each process.
    ['vote', 3, 5],
    ['comment', 3, 4],
    // From an address that the account has used; from another one, guesses of strangers are counted, too.
    ['login', 6, 7],
    ['feed, member', 2, 2],
    ['feed, guest', 0, 0],
    ['search, guest', 0, 0],
  ])('%s', async (name, without, withLimits) => {
    const request = async (app: FastifyInstance) => {
      const make = calls[name]
      if (!make) throw new Error(`There is no call "${name}".`)
      const [from, call] = await make()
      // Reads into the caches first.
      if (call[0] === 'GET') await sendTo({ app }, from, call)
      return countQueries(forum.database, () => sendTo({ app }, from, call))
    }
    expect([await request(unlimited), await request(forum.app)]).toEqual([without, withLimits])
  })
})
