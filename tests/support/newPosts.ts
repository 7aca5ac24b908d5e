import { type RawBuilder, sql } from 'kysely'
import { afterAll, expect } from 'vitest'
import { type Member, startForum } from './forum.ts'

export const draft = { title: 'Swifts are back', community: 'birding' }
export const create = (member: Member, fields: object) => member.post('/api/posts', { ...draft, ...fields })
export const createImages = (member: Member, images: unknown) => create(member, { type: 'image', images })
export const imagesOf = (ids: readonly string[], captions: readonly (string | null)[] = []) =>
  ids.map((imageId, place) => ({ imageId, caption: captions[place] ?? '' }))

/** Starts a forum for tests of what new posts have. */
export async function startNewPosts() {
  const forum = await startForum()
  const founder = await forum.member('founder', { isAdmin: true })
  await forum.community('birding', founder)
  const author = await forum.member('wren_writes')
  const other = await forum.member('other_o')
  afterAll(() => forum.close())

  const one = async <T>(query: RawBuilder<T>) => (await query.execute(forum.db)).rows[0]
  const stored = () =>
    one(sql`select (select count(*) from posts) as posts, (select count(*) from post_images) as images,
      (select count(*) from images where is_used) as used, (select sum(post_count) from users) as by_authors,
      (select sum(post_count) from communities) as in_communities,
      (select count(*) from graphile_worker.jobs) as jobs`)
  const upload = async (member: Member, count = 1) => {
    const ids: string[] = []
    while (ids.length < count) ids.push((await forum.upload(member)).id)
    return ids
  }
  async function refusesAndStoresNothing(fields: object, refusal: object, member = author) {
    const before = await stored()
    expect((await create(member, fields)).json()).toEqual(refusal)
    expect(await stored()).toEqual(before)
  }
  return { forum, founder, author, other, one, upload, refusesAndStoresNothing }
}
