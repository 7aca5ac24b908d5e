import { afterAll, beforeAll, expect, it } from 'vitest'
import { errors } from '../../../contract/errors.ts'
import { newAutomation } from '../../../tests/support/automation.ts'
import { duringMove } from '../../../tests/support/duringMove.ts'
import { type Forum, type Member, type PostFacts, startForum } from '../../../tests/support/forum.ts'
import { holdNewMembers } from '../../../tests/support/held.ts'
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
