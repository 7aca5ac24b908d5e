import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Image } from '../../contract/entities/image.ts'
import type { Post } from '../../contract/entities/post.ts'
import { errors } from '../../contract/errors.ts'
import { type Forum, type Member, startForum } from '../../tests/support/forum.ts'

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

  it('[CORE-5-011] is cut at 1024 characters, and no character is torn apart', async () => {
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

  it('of an upload is its uploader’s to write', async () => {
    const { id } = await forum.upload(author)
    const refused = await describeImage(other, id, 'Not mine')
    expect(refused.statusCode).toBe(403)
    expect(refused.json()).toEqual(errors.imageOfSomebodyElse)
    expect(await altTextOf(id)).toBeNull()
    expect((await describeImage(author, id, 'Mine')).statusCode).toBe(200)
  })

  it('of an image in a post is its author’s to write, and everybody reads it there', async () => {
    const { id, publicId } = await imageOfPost()
    expect((await describeImage(other, id, 'Not mine')).json()).toEqual(errors.imageOfSomebodyElse)
    expect((await describeImage(author, id, 'A heron')).statusCode).toBe(200)
    const post = (await other.get(`/api/posts/${publicId}`)).json<Post>()
    expect([post.images[0]?.altText, post.image?.altText]).toEqual(['A heron', 'A heron'])
  })

  it('of any image may be written by admins', async () => {
    for (const { id } of [await forum.upload(author), await imageOfPost()])
      expect((await describeImage(admin, id, 'By an admin')).json()).toMatchObject({ altText: 'By an admin' })
  })

  it('of no image cannot be written', async () => {
    expect((await describeImage(author, '9999999', 'x')).json()).toEqual(errors.imageNotFound)
    expect((await describeImage(author, '99999999999999999999', 'x')).json()).toEqual(errors.imageNotFound)
    expect((await describeImage(author, 'x', 'x')).json()).toEqual(errors.invalidImageId)
    const { id, publicId } = await imageOfPost()
    await author.delete(`/api/posts/${publicId}?deleteContent=true`)
    expect((await describeImage(author, id, 'x')).json()).toEqual(errors.imageNotFound)
  })
})
