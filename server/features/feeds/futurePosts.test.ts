import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Post } from '../../../contract/entities/post.ts'
import { type Forum, type Member, startForum } from '../../../tests/support/forum.ts'
import { endFuture } from './futurePosts.ts'

let forum: Forum
let author: Member
beforeAll(async () => {
  forum = await startForum()
  author = await forum.member('early_bird')
  await forum.community('birding')
})
afterAll(() => forum.close())

it('a post whose time was given by a clock that was ahead does not stay on top of those after it', async () => {
  const titles = async (sort: string) =>
    (await author.get(`/api/posts?sort=${sort}`)).json<{ posts: Post[] }>().posts.map(({ title }) => title)
  const { id } = await forum.post(author, 'birding', { title: 'Of the future' })
  await sql`update posts set created_at = now() + interval '1 day', last_activity_at = now() + interval '1 day',
    activity = activity_stamp(now() + interval '1 day') where id = ${id}`.execute(forum.db)
  await endFuture(forum.db)
  await forum.post(author, 'birding', { title: 'Of now' })
  for (const sort of ['latest', 'hot', 'activity'])
    expect(await titles(sort)).toEqual(['Of now', 'Of the future'])
})
