import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Forum, type Member, type PostFacts, startForum } from '../../../tests/support/forum.ts'
import { holdNewMembers } from '../../../tests/support/held.ts'
import { waitingStatements } from '../../../tests/support/waitingStatements.ts'
import { stored } from '../../../tests/support/wireIds.ts'

let forum: Forum
let admin: Member
let author: Member
let woodland: string

beforeAll(async () => {
  forum = await startForum()
  admin = await forum.member('the_admin', { isAdmin: true })
  author = await forum.member('wren_writes')
  await forum.community('meadow', admin)
  woodland = stored((await forum.community('woodland', admin)).id)
})
afterAll(() => forum.close())

/** Calls while a post is moved, but not yet for others. @returns the status of the answer. */
async function duringMove(
  { publicId }: PostFacts,
  call: () => Promise<{ readonly statusCode: number }>,
): Promise<number | undefined> {
  let answers: Promise<{ readonly statusCode: number }[]> | undefined
  await forum.db.transaction().execute(async (trx) => {
    // The move notifies the author last.
    await sql`select from users where id = ${stored(author.id)} for no key update`.execute(trx)
    const moved = admin.post(`/api/posts/${publicId}/move`, { community: 'woodland' })
    await expect.poll(() => waitingStatements(forum.db)).toHaveLength(1)
    answers = Promise.all([moved, call()])
    await expect.poll(() => waitingStatements(forum.db)).toHaveLength(2)
  })
  const [moved, called] = (await answers) ?? []
  expect(moved?.statusCode).toBe(200)
  return called?.statusCode
}

it.each(['post', 'comment'] as const)('a report of a %s goes to the new community', async (type) => {
  const post = await forum.post(author, 'meadow')
  const comment = await forum.comment(author, post, 'Burying acorns')
  const reporter = await forum.member(`reporter_${type}`)
  const targetId = type === 'post' ? post.id : comment.id
  const status = await duringMove(post, () => reporter.post('/api/_report', { type, targetId, reason: 1 }))
  expect(status).toBe(200)
  const reports = await forum.db
    .selectFrom('reports')
    .where('post_id', '=', stored(post.id))
    .select('community_id')
    .execute()
  expect(reports).toEqual([{ community_id: woodland }])
})

it('a comment that is held waits in the new community', async () => {
  const post = await forum.post(author, 'meadow')
  const newcomer = await forum.member('newcomer_n')
  await holdNewMembers(forum.db, 'meadow', 'everything')
  const status = await duringMove(post, () =>
    newcomer.post(`/api/posts/${post.publicId}/comments`, { body: 'Well seen.' }),
  )
  expect(status).toBe(403)
  const held = await forum.db.selectFrom('held_items').select('community_id').execute()
  expect(held).toEqual([{ community_id: woodland }])
})
