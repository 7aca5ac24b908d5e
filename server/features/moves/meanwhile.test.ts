import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { errors } from '../../../contract/errors.ts'
import { newAutomation } from '../../../tests/support/automation.ts'
import { duringMove } from '../../../tests/support/duringMove.ts'
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

const duringMoveOf = <Answer extends { readonly statusCode: number }>(
  post: PostFacts,
  call: () => Promise<Answer>,
): Promise<Answer> => duringMove({ forum, admin, author, post, to: 'woodland' }, call)

it.each(['post', 'comment'] as const)('a report of a %s goes to the new community', async (type) => {
  const post = await forum.post(author, 'meadow')
  const comment = await forum.comment(author, post, 'Burying acorns')
  const reporter = await forum.member(`reporter_${type}`)
  const targetId = type === 'post' ? post.id : comment.id
  const answer = await duringMoveOf(post, () => reporter.post('/api/_report', { type, targetId, reason: 1 }))
  expect(answer.statusCode).toBe(200)
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
  const answer = await duringMoveOf(post, () =>
    newcomer.post(`/api/posts/${post.publicId}/comments`, { body: 'Well seen.' }),
  )
  expect(answer.statusCode).toBe(403)
  const held = await forum.db.selectFrom('held_items').select('community_id').execute()
  expect(held).toEqual([{ community_id: woodland }])
})

it('a comment in the name of the community that is held waits in this one, whose moderators may know who wrote it', async () => {
  const post = await forum.post(author, 'meadow')
  const writer = await forum.member('secret_scribe', { isAdmin: true })
  const rule = await newAutomation(admin, null, { acts: [{ does: 'hold' }], sparesStaff: false })
  const answer = await duringMoveOf(post, () =>
    writer.post(`/api/posts/${post.publicId}/comments?userGroup=community`, { body: 'No spam, please.' }),
  )
  await admin.delete(`/api/automation/${rule.id}`)
  expect(answer.statusCode).toBe(403)
  const held = await forum.db
    .selectFrom('held_items')
    .innerJoin('communities', 'communities.id', 'held_items.community_id')
    .where('author_id', '=', stored(writer.id))
    .select('name')
    .execute()
  expect(held).toEqual([{ name: 'meadow' }])
})

it('another move is refused, because the post is no longer there', async () => {
  const post = await forum.post(author, 'meadow')
  await forum.community('heath', admin)
  const answer = await duringMoveOf(post, () =>
    admin.post(`/api/posts/${post.publicId}/move`, { community: 'heath' }),
  )
  expect([answer.statusCode, answer.json()]).toEqual([409, errors.moveDecided])
})

it.each(['post', 'comment'] as const)(
  'a moderator of the old community decides nothing about a %s any more',
  async (type) => {
    const moderator = await forum.moderator(`moderator_${type}`, 'meadow')
    const post = await forum.post(author, 'meadow')
    const comment = await forum.comment(author, post)
    const items = [{ type, targetId: type === 'post' ? post.id : comment.id, version: '0' }]
    const answer = await duringMoveOf(post, () =>
      moderator.post('/api/modqueue/decisions', { action: 'remove', items }),
    )
    expect([answer.statusCode, answer.json()]).toEqual([403, errors.neitherAdminNorModerator])
  },
)

it('a moderator of the old community pins nothing in the new one', async () => {
  const moderator = await forum.moderator('meadow_pins', 'meadow')
  const post = await forum.post(author, 'meadow')
  const answer = await duringMoveOf(post, () => moderator.put(`/api/posts/${post.publicId}?action=pin`, {}))
  expect([answer.statusCode, answer.json()]).toEqual([403, errors.notModerator])
})

it('a comment is subject to the bans of the new community', async () => {
  await holdNewMembers(forum.db, 'meadow', null)
  const banned = await forum.member('banned_there')
  const free = await forum.member('banned_nowhere')
  await sql`insert into community_bans (community_id, user_id, banned_by) values (${woodland}, ${stored(banned.id)}, ${stored(admin.id)})
    on conflict do nothing`.execute(forum.db)
  for (const [member, status] of [
    [banned, 403],
    [free, 200],
  ] as const) {
    const post = await forum.post(author, 'meadow')
    const answer = await duringMoveOf(post, () =>
      member.post(`/api/posts/${post.publicId}/comments`, { body: 'Well seen.' }),
    )
    expect(answer.statusCode).toBe(status)
  }
})

it('a comment in the name of the old community is refused', async () => {
  const post = await forum.post(author, 'meadow')
  const answer = await duringMoveOf(post, () =>
    admin.post(`/api/posts/${post.publicId}/comments?userGroup=community`, { body: 'No spam, please.' }),
  )
  expect([answer.statusCode, answer.json()]).toEqual([409, errors.movedSinceHeld])
})

it('a decision about what is held waits for the post before it locks the item, as the move does', async () => {
  await holdNewMembers(forum.db, 'meadow', 'everything')
  const newcomer = await forum.member('newcomer_o')
  const post = await forum.post(author, 'meadow')
  await newcomer.post(`/api/posts/${post.publicId}/comments`, { body: 'Well seen.' })
  const { id } = await forum.db
    .selectFrom('held_items')
    .where('author_id', '=', stored(newcomer.id))
    .select('id')
    .executeTakeFirstOrThrow()
  const answers = await forum.db.transaction().execute(async (trx) => {
    await sql`select from posts where id = ${stored(post.id)} for no key update`.execute(trx)
    const moved = admin.post(`/api/posts/${post.publicId}/move`, { community: 'woodland' })
    await expect.poll(() => waitingStatements(forum.db)).toHaveLength(1)
    const decided = admin.post('/api/modqueue/held', { action: 'approve', ids: [Number(id)] })
    await expect.poll(() => waitingStatements(forum.db)).toHaveLength(2)
    return { moved, decided }
  })
  expect((await answers.moved).statusCode).toBe(200)
  expect((await answers.decided).json()).toEqual({ results: [{ id: Number(id), done: true, problem: null }] })
})
