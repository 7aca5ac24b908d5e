import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Image } from '../../../contract/entities/image.ts'
import type { Post } from '../../../contract/entities/post.ts'
import { errors } from '../../../contract/errors.ts'
import { type Forum, type Member, startForum } from '../../../tests/support/forum.ts'
import { stored } from '../../../tests/support/wireIds.ts'

let forum: Forum
let author: Member
let other: Member
let admin: Member
beforeAll(async () => {
  forum = await startForum()
  author = await forum.member('author')
  other = await forum.member('other')
  admin = await forum.member('the_admin', { isAdmin: true })
  await forum.community('birding')
})
afterAll(() => forum.close())

const describeImage = (member: Member, id: string, altText: unknown) =>
  member.put(`/api/images/${id}`, { altText })
const altTextOf = async (id: string) =>
  (
    await forum.db
      .selectFrom('images')
      .select('alt_text as altText')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).altText
const imageOfPost = async () => {
  const { publicId } = await forum.post(author, 'birding', { type: 'image', images: 1 })
  const { images } = (await author.get(`/api/posts/${publicId}`)).json<Post>()
  if (!images[0]) throw new Error('no image')
  return { id: images[0].id, publicId }
}

describe('the alt text of an image', () => {
  it('[CORE-7-025] is saved and answered with the image, without copies', async () => {
    const { id } = await forum.upload(author)
    const response = await describeImage(author, id, '  A heron on one leg ')
    expect(response.statusCode).toBe(200)
    expect(response.json<Image>()).toMatchObject({ id, altText: 'A heron on one leg', copies: [] })
    expect(await altTextOf(id)).toBe('A heron on one leg')
  })

  it('[CORE-5-011] is cut at 1024 characters, without splitting a character', async () => {
    const { id } = await forum.upload(author)
    const saved = (await describeImage(author, id, `${'🌱'.repeat(1023)}xyz`)).json<Image>()
    expect(saved.altText).toBe(`${'🌱'.repeat(1023)}x`)
  })

  it.each(['', '   ', null, undefined])('is gone when it is emptied by %j', async (nothing) => {
    const { id } = await forum.upload(author)
    await describeImage(author, id, 'Something')
    expect((await describeImage(author, id, nothing)).json<Image>().altText).toBeNull()
    expect(await altTextOf(id)).toBeNull()
  })

  it('of an upload can be changed by its uploader', async () => {
    const { id } = await forum.upload(author)
    const refused = await describeImage(other, id, 'Not mine')
    expect(refused.statusCode).toBe(403)
    expect(refused.json()).toEqual(errors.imageOfSomeoneElse)
    expect(await altTextOf(id)).toBeNull()
    expect((await describeImage(author, id, 'Mine')).statusCode).toBe(200)
  })

  it('of an image in a post can be changed by its author, and everyone sees it', async () => {
    const { id, publicId } = await imageOfPost()
    expect((await describeImage(other, id, 'Not mine')).json()).toEqual(errors.imageOfSomeoneElse)
    expect((await describeImage(author, id, 'A heron')).statusCode).toBe(200)
    const post = (await other.get(`/api/posts/${publicId}`)).json<Post>()
    expect([post.images[0]?.altText, post.image?.altText]).toEqual(['A heron', 'A heron'])
  })

  it('of any image can be changed by admins', async () => {
    for (const { id } of [await forum.upload(author), await imageOfPost()])
      expect((await describeImage(admin, id, 'By an admin')).json()).toMatchObject({ altText: 'By an admin' })
  })

  it('of an unknown image cannot be changed', async () => {
    expect((await describeImage(author, '9999999', 'x')).json()).toEqual(errors.imageNotFound)
    expect((await describeImage(author, '99999999999999999999', 'x')).json()).toEqual(errors.imageNotFound)
    expect((await describeImage(author, 'x', 'x')).json()).toEqual(errors.invalidImageId)
    const { id, publicId } = await imageOfPost()
    await author.delete(`/api/posts/${publicId}?deleteContent=true`)
    expect((await describeImage(author, id, 'x')).json()).toEqual(errors.imageNotFound)
  })
})

describe('a change of an alt text', () => {
  const actsOf = async ({ id }: Member) =>
    forum.db
      .selectFrom('moderation_log')
      .leftJoin('posts', 'posts.id', 'moderation_log.post_id')
      .where('actor_id', '=', id)
      .where('action', '=', 'edit_alt_text')
      .orderBy('moderation_log.id')
      .select(['acted_as', 'moderation_log.community_id', 'public_id', 'moderation_log.user_id', 'is_public'])
      .execute()
  const idOf = async (community: string) =>
    stored((await admin.get(`/api/communities/${community}?byName=true`)).json<{ id: string }>().id)
  const act = { acted_as: 'admins', community_id: null, public_id: null, user_id: null, is_public: true }

  it('of one’s own image is not recorded', async () => {
    const { id } = await imageOfPost()
    const upload = await forum.upload(author)
    for (const image of [id, upload.id]) await describeImage(author, image, 'Mine')
    expect(await actsOf(author)).toEqual([])
  })

  it('of someone else’s image is recorded in the moderation log, once per change', async () => {
    const keeper = await forum.member('keeper', { isAdmin: true })
    const { id, publicId } = await imageOfPost()
    const upload = await forum.upload(author)
    for (const text of ['A stork', ' A stork ']) await describeImage(keeper, id, text)
    await describeImage(keeper, upload.id, 'A crane')
    const communityId = await idOf('birding')
    expect(await actsOf(keeper)).toEqual([
      { ...act, community_id: communityId, public_id: publicId },
      { ...act, user_id: stored(author.id) },
    ])
  })

  it('of a community’s picture is recorded with the role in that community', async () => {
    const warden = await forum.moderator('warden', 'heronry')
    const communityId = await idOf('heronry')
    const icon = await forum.upload(warden)
    await forum.db.updateTable('images').set({ is_used: true }).where('id', '=', icon.id).execute()
    await forum.db
      .updateTable('communities')
      .set({ icon_id: icon.id })
      .where('id', '=', communityId)
      .execute()
    for (const who of [warden, admin]) await describeImage(who, icon.id, `By ${who.username}`)
    expect((await describeImage(other, icon.id, 'Not mine')).json()).toEqual(errors.imageOfSomeoneElse)
    expect(await actsOf(warden)).toEqual([{ ...act, acted_as: 'mods', community_id: communityId }])
    expect((await actsOf(admin)).at(-1)).toEqual({ ...act, community_id: communityId })
    expect(await altTextOf(icon.id)).toBe('By the_admin')
  })
})
