import { afterAll, beforeAll, expect, it } from 'vitest'
import { storedId, wireId } from '../../../contract/ids.ts'
import { type Forum, type Member, type PostFacts, startForum } from '../../../tests/support/forum.ts'
import { Visits } from './visits.ts'

let forum: Forum
let reader: Member
let post: PostFacts
let other: PostFacts
beforeAll(async () => {
  forum = await startForum()
  const author = await forum.member('author')
  reader = await forum.member('reader')
  await forum.community('birding')
  post = await forum.post(author, 'birding')
  other = await forum.post(author, 'birding')
})
afterAll(() => forum.close())

const failures: unknown[] = []
const newVisits = () => new Visits(forum.database.db, (error) => failures.push(error))
const stored = async () =>
  (
    await forum.db
      .selectFrom('post_visits')
      .select(['post_id', 'visited_at'])
      .where('user_id', '=', reader.id)
      .orderBy('post_id')
      .execute()
  ).map(({ post_id, visited_at }) => [wireId('post', post_id), visited_at.getTime()])
const visit = ({ publicId }: Pick<PostFacts, 'publicId'>, seconds: number, memberId = reader.id) => ({
  memberId: storedId('user', memberId),
  publicId,
  micros: String(seconds * 1_000_000),
})

it('stores the latest visit of each post, in one statement', async () => {
  const visits = newVisits()
  visits.note(visit(post, 1000))
  visits.note(visit(other, 1500))
  visits.note(visit(post, 2000))
  expect(visits.notedAt(visit(post, 0))).toBe('2000000000')
  await visits.write()
  expect(visits.notedAt(visit(post, 0))).toBe('0')
  expect(await stored()).toEqual([
    [post.id, 2_000_000],
    [other.id, 1_500_000],
  ])
  visits.note(visit(post, 1999))
  await visits.storedOf(reader.id)
  expect((await stored())[0]).toEqual([post.id, 2_000_000])
})

it('drops visits of deleted accounts and unknown posts, and keeps the others', async () => {
  const gone = await forum.member('gone')
  await forum.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', gone.id).execute()
  const visits = newVisits()
  visits.note(visit(post, 3000, gone.id))
  visits.note(visit({ publicId: 'nowhere1' }, 3000))
  visits.note(visit(post, 3000))
  await visits.write()
  expect((await stored())[0]).toEqual([post.id, 3_000_000])
  expect(failures).toEqual([])
})

it('forgets visits that could not be stored, and those beyond a number', async () => {
  const visits = newVisits()
  visits.note(visit(post, 4000, 'no number'))
  await visits.write()
  expect(failures).toHaveLength(1)
  for (let member = 1; member <= 10_001; member += 1) visits.note(visit(post, 4000, String(10 ** 9 + member)))
  expect(visits.notedAt(visit(post, 0, String(10 ** 9 + 10_000)))).not.toBe('0')
  expect(visits.notedAt(visit(post, 0, String(10 ** 9 + 10_001)))).toBe('0')
  await visits.write()
})
