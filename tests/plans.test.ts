import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { customPlan, type Db } from '../server/platform/database/connection.ts'
import { type Forum, type Member, startForum } from './support/forum.ts'

let forum: Forum
let member: Member
let db: Db
beforeAll(async () => {
  forum = await startForum({ DATABASE_CONNECTIONS: '2' })
  db = forum.database.db
  member = await forum.member('member_m', { isAdmin: true })
  await forum.community('birding', member)
})
afterAll(() => forum.close())

const plannedOnOne = () =>
  sql<{ name: string; custom: number }>`
    select name, custom_plans::integer as custom from pg_prepared_statements`.execute(db)
/** On both connections: queries at the same time use different ones. */
const planned = async () => (await Promise.all([plannedOnOne(), plannedOnOne()])).flatMap(({ rows }) => rows)

describe('PostgreSQL plans a statement once for a connection', () => {
  it('whatever members and guests do often', async () => {
    const post = await forum.post(member, 'birding')
    const { id: commentId } = await forum.comment(member, post)
    const guest = await forum.guest()
    for (const who of [member, guest, member, guest]) {
      for (const sort of ['hot', 'latest', 'activity', 'day', 'all']) await who.get(`/api/posts?sort=${sort}`)
      await who.get(`/api/posts/${post.publicId}`)
      await who.get(`/api/posts/${post.publicId}/comments`)
      await who.get('/api/_initial')
      await who.get('/api/_user')
      await who.get('/api/communities/birding?byName=true')
      await who.get(`/api/users/${member.username}/feed`)
      await who.get('/api/search?q=post')
      await who.get('/api/search?q=comment&in=comments')
      await who.get('/api/notifications')
      await who.post('/api/_postVote', { postId: post.id, up: true })
      await who.post('/api/_commentVote', { commentId, up: false })
      await who.post(`/api/posts/${post.publicId}/comments`, { body: 'Agreed.' })
    }
    const statements = await planned()
    expect(statements.length).toBeGreaterThan(25)
    expect(statements.filter(({ custom }) => custom > 0)).toEqual([])
  })

  it('except where the best plan depends on what is looked for', async () => {
    expect((await member.get('/api/modlog')).statusCode).toBe(200)
    const mode = async (text: string, on = db) =>
      (
        await sql
          .raw<{ mode: string }>(`select current_setting('plan_cache_mode') as mode ${text}`)
          .execute(on)
      ).rows[0]?.mode
    expect(await mode(customPlan)).toBe('force_custom_plan')
    expect(await mode('')).toBe('force_generic_plan')
    await expect(sql.raw(`select 1 / 0 ${customPlan}`).execute(db)).rejects.toThrow('division by zero')
    expect(await mode('')).toBe('force_generic_plan')
    await db.transaction().execute(async (trx) => {
      expect(await mode(customPlan, trx)).toBe('force_custom_plan')
      expect(await mode('', trx)).toBe('force_generic_plan')
    })
  })
})
