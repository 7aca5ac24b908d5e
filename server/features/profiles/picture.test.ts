import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Comment } from '../../../contract/entities/comment.ts'
import type { Image, ImageCopy } from '../../../contract/entities/image.ts'
import type { User } from '../../../contract/entities/ownUser.ts'
import type { Post } from '../../../contract/entities/post.ts'
import { errors } from '../../../contract/errors.ts'
import { formWith } from '../../../tests/support/form.ts'
import { type Client, type Forum, type Member, startForum } from '../../../tests/support/forum.ts'
import { picture } from '../../../tests/support/pictures.ts'
import { stored } from '../../../tests/support/wireIds.ts'
import { deleteMarkedImages, deleteUnusedImages } from '../../core/images/delete.ts'

let forum: Forum
let guest: Client
let owner: Member
let other: Member
let admin: Member
let pictures = 0
beforeAll(async () => {
  forum = await startForum()
  guest = await forum.guest()
  owner = await forum.member('Owner_O')
  other = await forum.member('other_o')
  admin = await forum.member('the_admin', { isAdmin: true })
  await forum.community('birding', admin)
})
afterAll(() => forum.close())

const send = async (who: Client, username = 'owner_o', file?: Buffer) =>
  who.send({
    method: 'POST',
    url: `/api/users/${username}/pro_pic`,
    ...(await formWith(file ?? (await picture(++pictures)))),
  })
const set = async (who: Client = owner) => (await send(who)).json<User>().proPic as Image
const profile = async (username = 'owner_o') => (await guest.get(`/api/users/${username}`)).json<User>()
const served = async ({ url }: { url: string }) => (await guest.get(url)).statusCode
const removeFiles = () => deleteMarkedImages(forum, new AbortController().signal)

describe('a profile picture', () => {
  it('[CORE-7-039] [CORE-6-009] is set by its owner and answered with their account', async () => {
    await forum.db.updateTable('users').set({ email: 'o@mail.example' }).where('id', '=', owner.id).execute()
    const response = await send(owner)
    expect(response.statusCode).toBe(200)
    expect(response.json()).toMatchObject({
      id: owner.id,
      email: 'o@mail.example',
      proPic: { altText: null },
    })
    expect((await profile()).proPic).toEqual(response.json().proPic)
  })

  // [CORE-3-007]
  it('has three copies, which are served', async () => {
    const { default: sharp } = await import('sharp')
    const file = await sharp(await picture(1))
      .resize(400, 300)
      .toBuffer()
    const image = (await send(owner, 'owner_o', file)).json().proPic
    expect(image).toMatchObject({ id: expect.any(String), format: 'jpeg', altText: null })
    expect(
      image.copies.map(({ name, width, height, objectFit }: ImageCopy) => [name, width, height, objectFit]),
    ).toEqual([
      ['tiny', 50, 50, 'cover'],
      ['small', 120, 120, 'cover'],
      ['medium', 200, 200, 'cover'],
    ])
    for (const one of [image, ...image.copies]) expect(await served(one)).toBe(200)
  })

  it('is kept in a box of 2000 × 2000', async () => {
    const { default: sharp } = await import('sharp')
    const wide = await sharp({ create: { width: 3000, height: 600, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    expect((await send(owner, 'owner_o', wide)).json().proPic).toMatchObject({ width: 2000, height: 400 })
  })

  it('is shown with all posts and comments of its owner, on our own pages as the URL of its smallest copy', async () => {
    const image = await set()
    const tiny = image.copies.find(({ name }) => name === 'tiny')?.url
    const post = await forum.post(owner, 'birding')
    await forum.comment(owner, post)
    const path = `/api/posts/${post.publicId}`
    const whole = (await guest.get(path)).json<Post>()
    expect(whole.author?.proPic).toEqual(image)
    expect(whole.comments?.[0]?.author?.proPic).toEqual(image)
    const page = (await guest.get(`${path}?render=page`)).json<Post>()
    expect(page).toMatchObject({ authorPicture: tiny, comments: [{ authorPicture: tiny }] })
    expect((await guest.get('/api/posts?render=page')).json().posts).toContainEqual(
      expect.objectContaining({ id: post.id, authorPicture: tiny }),
    )
    expect((await guest.get('/api/users/owner_o/feed?render=page')).json()).toMatchObject({
      items: [{ item: { authorPicture: tiny } }, { item: { authorPicture: tiny } }],
    })
  })

  it('does not reveal the author of a removed comment', async () => {
    await set()
    const post = await forum.post(other, 'birding')
    const { id } = await forum.comment(owner, post)
    const path = `/api/posts/${post.publicId}/comments`
    await admin.delete(`${path}/${id}?deleteAs=admins`)
    const [stripped] = (await guest.get(`${path}?render=page`)).json<{ comments: Comment[] }>().comments
    expect(stripped).toMatchObject({ id, username: '[Hidden]' })
    expect(stripped).not.toHaveProperty('authorPicture')
  })

  it('replaces the one before, whose files are deleted afterwards', async () => {
    const before = await set()
    const now = await set()
    expect((await profile()).proPic).toEqual(now)
    await removeFiles()
    for (const one of [before, ...before.copies]) expect(await served(one)).toBe(404)
    expect(await served(now)).toBe(200)
    // A used picture is never deleted as an unused upload.
    await sql`update images set created_at = now() - interval '30 days'`.execute(forum.db)
    await deleteUnusedImages(forum, new AbortController().signal)
    expect(await served(now)).toBe(200)
  })

  it('is one of several concurrent uploads, and the others are deleted', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => send(owner)))
    for (const answer of answers) expect(answer.statusCode).toBe(200)
    const { proPic } = await profile()
    const used = await forum.db
      .selectFrom('images')
      .where('uploader_id', '=', owner.id)
      .where('deleted_at', 'is', null)
      .select('id')
      .execute()
    expect(used).toEqual([{ id: stored(proPic?.id ?? '') }])
  })

  it.each([
    ['that is none', Buffer.from('no picture'), errors.unsupportedImage],
    ['that is empty', Buffer.alloc(0), errors.emptyImage],
  ])('stays when a file comes %s', async (_case, file, error) => {
    const before = await set()
    expect((await send(owner, 'owner_o', file)).json()).toEqual(error)
    expect((await profile()).proPic).toEqual(before)
    await removeFiles()
    expect(await served(before)).toBe(200)
  })

  it('[CORE-7-040] is removed, and removing none is fine', async () => {
    const before = await set()
    for (const _time of [1, 2]) {
      const response = await owner.delete('/api/users/owner_o/pro_pic')
      expect(response.statusCode).toBe(200)
      expect(response.json()).toMatchObject({ id: owner.id, email: 'o@mail.example', proPic: null })
    }
    expect((await profile()).proPic).toBeNull()
    await removeFiles()
    expect(await served(before)).toBe(404)
  })

  it('can be changed by its owner only, not even by admins', async () => {
    const before = await set()
    for (const who of [other, admin]) {
      expect((await send(who)).json()).toEqual(errors.notOwner)
      expect((await who.delete('/api/users/owner_o/pro_pic')).json()).toEqual(errors.notOwner)
    }
    expect((await send(guest)).json()).toEqual(errors.notLoggedIn)
    expect((await profile()).proPic).toEqual(before)
    expect(await served(before)).toBe(200)
  })

  it('[CORE-5-033] needs an existing user', async () => {
    expect((await send(owner, 'nobody_here')).json()).toEqual(errors.userNotFound)
    expect((await owner.delete('/api/users/nobody_here/pro_pic')).json()).toEqual(errors.userNotFound)
  })
})

describe('the alt text of a profile picture', () => {
  const describeIt = (who: Member, id: string) => who.put(`/api/images/${id}`, { altText: 'Me with a wren' })

  it('[CORE-6-009] can be changed by its owner and by admins', async () => {
    const { id } = await set()
    expect((await describeIt(other, id)).json()).toEqual(errors.imageOfSomeoneElse)
    expect((await profile()).proPic?.altText).toBeNull()
    for (const who of [owner, admin]) {
      const response = await describeIt(who, id)
      expect(response.json()).toMatchObject({ id, altText: 'Me with a wren', copies: [] })
    }
    expect((await profile()).proPic?.altText).toBe('Me with a wren')
  })

  it('[CORE-5-034] needs a picture that is still there', async () => {
    const { id } = await set()
    await owner.delete('/api/users/owner_o/pro_pic')
    expect((await describeIt(owner, id)).json()).toEqual(errors.imageNotFound)
  })
})

describe('a picture of one kind', () => {
  it('cannot be put to another use: a profile picture is not an image for a post', async () => {
    const { id } = await set()
    const response = await owner.post('/api/posts', {
      type: 'image',
      title: 'Look at me',
      community: 'birding',
      images: [{ imageId: id }],
    })
    expect(response.json()).toEqual(errors.imageNotFound)
  })
})
