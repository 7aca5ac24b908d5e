import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BlockedPicture } from '../../../contract/entities/blockedPicture.ts'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { changeSettings } from '../../../tests/support/access.ts'
import { type Forum, type Member, startForum } from '../../../tests/support/forum.ts'
import { drawing, picture, uploadOf } from '../../../tests/support/pictures.ts'
import { viewAs } from '../../core/api/viewAs.ts'
import { hashPictures } from '../../core/images/hashPictures.ts'
import { hashOfHex, hexOfHash, isPlainHash, pictureHash } from '../../core/images/pictureHash.ts'
import { storeThumbnail } from '../../core/images/store.ts'
import { decideOverdueHeldItems } from '../reviewing/overdue.ts'

let forum: Forum
let admin: Member
let wren: Member
beforeAll(async () => {
  forum = await startForum()
  admin = await forum.member('the_admin', { isAdmin: true })
  wren = await forum.member('wren')
  await forum.community('birding', admin)
})
afterAll(() => forum.close())

/** @returns the list afterwards. */
const change = async (body: object): Promise<BlockedPicture[]> => {
  await admin.put('/api/_admin/blocked_pictures', body)
  return (await admin.get('/api/_admin/blocked_pictures')).json().pictures
}
const upload = async (file: Buffer) => (await wren.send(await uploadOf(file))).json()
const differing = (one: string, other: string) => [...one].filter((bit, at) => bit !== other[at]).length

describe('the list as a file', () => {
  it('has the hashes and notes, without formulas', async () => {
    const hash = '0f1e2d3c4b5a6978'
    await change({ block: [{ hash, note: '=cmd|"calc"' }] })
    const { body, headers } = await admin.get('/api/_admin/blocked_pictures.csv')
    expect(headers['content-disposition']).toBe('attachment; filename="blocked-pictures.csv"')
    expect(body).toBe(`\ufeffhash,note\r\n${hash},"'=cmd|""calc"""\r\n`)
    await change({ unblock: [hash] })
  })

  it('is for admins', async () => {
    expect((await (await forum.guest()).get('/api/_admin/blocked_pictures.csv')).json()).toEqual(
      errors.notLoggedIn,
    )
    expect((await wren.get('/api/_admin/blocked_pictures.csv')).json()).toEqual(errors.notAdmin)
  })
})

describe('the hash of a picture', () => {
  it('is near that of copies in other sizes, formats and tints, and far from that of other pictures', async () => {
    const file = await drawing(3)
    const hash = await pictureHash(file)
    const copies = [
      sharp(file).resize(90, 80).jpeg({ quality: 40 }),
      sharp(file).webp({ quality: 30 }),
      sharp(file).resize(500, 300, { fit: 'fill' }).modulate({ brightness: 0.8 }).png(),
    ]
    for (const copy of copies)
      expect(differing(hash, await pictureHash(await copy.toBuffer()))).toBeLessThanOrEqual(6)
    for (const other of [4, 5, 6, 7])
      expect(differing(hash, await pictureHash(await drawing(other)))).toBeGreaterThan(16)
  })

  it('of a plain picture is not used, and each is written as 16 digits', async () => {
    expect(isPlainHash(await pictureHash(await picture(1)))).toBe(true)
    const hash = await pictureHash(await drawing(3))
    expect(hashOfHex(hexOfHash(hash))).toBe(hash)
    expect(hexOfHash(hashOfHex('00000000000000ff'))).toBe('00000000000000ff')
  })
})

describe('a blocked picture', () => {
  it('and what looks like it cannot be uploaded, until it is unblocked', async () => {
    const file = await drawing(3)
    const hash = hexOfHash(await pictureHash(file))
    const listed = await change({ block: [{ hash, note: ' Spam ' }] })
    expect(listed).toMatchObject([{ hash, note: 'Spam', addedBy: 'the_admin' }])
    const before = await forum.db.selectFrom('images').select('id').execute()
    expect(await upload(file)).toEqual(errors.blockedPicture)
    expect(await upload(await sharp(file).resize(200).jpeg().toBuffer())).toEqual(errors.blockedPicture)
    expect(await forum.db.selectFrom('images').select('id').execute()).toEqual(before)
    expect(await upload(await drawing(4))).toHaveProperty('id')
    expect(await upload(await picture(1))).toHaveProperty('id')
    expect(await change({ unblock: [hash.toUpperCase()] })).toEqual([])
    expect(await upload(file)).toHaveProperty('id')
  })

  it('can be one of a removed post', async () => {
    const { id } = await upload(await drawing(8))
    const created = await wren.post('/api/posts', {
      type: 'image',
      title: 'Cheap',
      community: 'birding',
      images: [{ imageId: id }],
    })
    const { publicId } = created.json()
    await admin.delete(`/api/posts/${publicId}?deleteAs=admins`)
    expect(await change({ ofPost: publicId })).toMatchObject([{ note: `/birding/post/${publicId}` }])
    expect(await upload(await drawing(8))).toEqual(errors.blockedPicture)
  })

  it('can be one of a text post that has no hash yet, and one that is plain is counted', async () => {
    const file = await drawing(5)
    const images = [await upload(file), await upload(await picture(2))].map(({ id }) => ({ imageId: id }))
    const { publicId } = (
      await wren.post('/api/posts', {
        type: 'text',
        title: 'With pictures',
        community: 'birding',
        attachments: images,
      })
    ).json()
    await sql`update images set hash = null`.execute(forum.db)
    const answer = await admin.put('/api/_admin/blocked_pictures', { ofPost: publicId })
    expect(answer.json()).toEqual({ noBlocked: 1, noSkipped: 1 })
    expect(await upload(file)).toEqual(errors.blockedPicture)
    const plain = await forum.post(wren, 'birding')
    expect(
      (await admin.put('/api/_admin/blocked_pictures', { ofPost: plain.publicId })).json(),
    ).toMatchObject({
      noBlocked: 0,
      noSkipped: 0,
    })
  })

  it('is in the log of the admins, as its removal is, if anything changed', async () => {
    const logged = async () =>
      (await admin.get('/api/modlog?limit=50'))
        .json()
        .items.filter((entry: { action: string }) =>
          ['block_pictures', 'unblock_pictures'].includes(entry.action),
        )
    const hash = '9f172786e71f1e00'
    const other = '9f172786e71f1eff'
    await change({ unblock: [hash, other] })
    const before = (await logged()).length
    await change({ block: [{ hash, note: 'Spam' }] })
    await change({ block: [{ hash, note: 'Again' }] })
    await change({ block: [{ hash: other }] })
    await change({ unblock: [hash, other] })
    expect((await logged()).slice(0, -before || undefined)).toMatchObject([
      { action: 'unblock_pictures', details: { noPictures: 2 }, reason: null },
      { action: 'block_pictures', details: { noPictures: 1 }, reason: other },
      { action: 'block_pictures', details: { noPictures: 1 }, reason: `${hash} Spam` },
    ])
    expect((await wren.get('/api/modlog?limit=50')).body).not.toContain('block_pictures')
  })

  it('is refused in a list that is too long, with a message about this', async () => {
    const block = Array.from({ length: limits.blockedPicturesMax + 1 }, (_, n) => ({
      hash: n.toString(16).padStart(16, '0'),
    }))
    expect((await admin.put('/api/_admin/blocked_pictures', { block })).json()).toEqual(
      errors.tooManyBlockedPictures,
    )
    expect(errors.tooManyBlockedPictures.message).toContain(String(limits.blockedPicturesMax))
  })

  it('that is plain is not blocked, because it would block all plain pictures', async () => {
    const before = await change({})
    expect(await change({ block: [{ hash: '0000000000000001' }] })).toEqual(before)
  })
})

describe('where images that look like blocked ones are held', () => {
  const post = (image: string) =>
    wren.post('/api/posts', {
      type: 'image',
      title: 'A picture',
      community: 'birding',
      images: [{ imageId: image }],
    })
  beforeAll(async () => {
    await change({ block: [{ hash: hexOfHash(await pictureHash(await drawing(21))) }] })
    await changeSettings(admin, { blockedPictures: 'hold' })
  })
  afterAll(() => changeSettings(admin, { blockedPictures: 'refuse' }))
  const waiting = async () => (await admin.get('/api/modqueue/held')).json().items

  it('a post waits because of one, and is declined if no one looks at it', async () => {
    const { id } = await upload(await drawing(21))
    const other = await upload(await drawing(22))
    expect((await post(other.id)).statusCode).toBe(200)
    expect((await post(id)).json()).toMatchObject({ code: errors.heldForReview.code })
    const items = await waiting()
    expect(items).toMatchObject([
      { kind: 'post', reasons: [{ reason: 'image', name: null }], undecided: 'refuse' },
    ])
    await sql`update held_items set created_at = now() - interval '3 days'`.execute(forum.db)
    const { db, config, settings, secrets } = forum
    const to = viewAs({ viewer: null, secrets, config, settings }, 'source')
    await decideOverdueHeldItems({ db, settings, to }, new AbortController().signal)
    expect((await wren.get('/api/held')).json().items).toMatchObject([{ outcome: 'refused' }])
  })

  it('a comment waits, and so does an edit that adds one, but not one that keeps it', async () => {
    const under = await forum.post(wren, 'birding')
    const withImage = async (number: number) => ({
      body: 'See below',
      attachments: [{ imageId: (await upload(await drawing(number))).id }],
    })
    const comments = `/api/posts/${under.publicId}/comments`
    expect((await wren.post(comments, await withImage(21))).statusCode).toBe(403)
    const { id } = (await wren.post(comments, { body: 'Nothing below' })).json()
    expect((await wren.put(`${comments}/${id}`, await withImage(21))).statusCode).toBe(403)
    expect((await waiting()).map(({ kind }: { kind: string }) => kind)).toEqual(['comment', 'edit'])
    const ids = (await waiting()).map((item: { id: number }) => item.id)
    await admin.post('/api/modqueue/held', { action: 'approve', ids })
    expect((await wren.put(`${comments}/${id}`, { body: 'Still below' })).statusCode).toBe(200)
  })

  it('moderators wait too, and only admins approve it or post it at once', async () => {
    const file = await drawing(21)
    const moderator = await forum.moderator('mod_m', 'birding')
    const postBy = async (who: Member) => {
      const { id } = (await who.send(await uploadOf(file))).json()
      const fields = { type: 'image', title: 'A picture', community: 'birding', images: [{ imageId: id }] }
      return who.post('/api/posts', fields)
    }
    expect((await postBy(admin)).statusCode).toBe(200)
    expect((await postBy(moderator)).json()).toMatchObject({ code: errors.heldForReview.code })
    const [{ id }] = await waiting()
    const decide = async (who: Member, action: string) =>
      (await who.post('/api/modqueue/held', { action, ids: [id] })).json().results
    expect(await decide(moderator, 'approve')).toEqual([
      { id, done: false, problem: errors.onlyAdminsApprove.message },
    ])
    expect(await decide(admin, 'approve')).toEqual([{ id, done: true, problem: null }])
    await wren.post('/api/posts', {
      type: 'image',
      title: 'Another picture',
      community: 'birding',
      images: [{ imageId: (await upload(file)).id }],
    })
    const [other] = await waiting()
    expect(
      (await moderator.post('/api/modqueue/held', { action: 'refuse', ids: [other.id] })).json().results,
    ).toMatchObject([{ done: true }])
  })
})

it('moderators see where else an image is, as far as they may see it', async () => {
  const moderator = await forum.moderator('image_mod', 'birding')
  await forum.community('far_away', admin)
  const send = async (number: number, community: string) => {
    const { id } = await upload(await drawing(number))
    return (
      await wren.post('/api/posts', {
        type: 'image',
        title: `Of ${community}`,
        community,
        images: [{ imageId: id }],
      })
    ).json()
  }
  const [first, second, far, removedHere, removedFar, deleted] = [
    await send(31, 'birding'),
    await send(31, 'birding'),
    await send(31, 'far_away'),
    await send(31, 'birding'),
    await send(31, 'far_away'),
    await send(31, 'birding'),
  ]
  await send(32, 'birding')
  for (const { publicId } of [removedHere, removedFar])
    await admin.delete(`/api/posts/${publicId}?deleteAs=admins`)
  await wren.delete(`/api/posts/${deleted.publicId}`)
  const seen = async (who: Member) =>
    (await who.get(`/api/posts/${first.publicId}/same_images`))
      .json()
      .posts.map(({ publicId, isRemoved }: { publicId: string; isRemoved: boolean }) => [publicId, isRemoved])
  const forModerators = [
    [removedHere.publicId, true],
    [far.publicId, false],
    [second.publicId, false],
  ]
  expect(await seen(moderator)).toEqual(forModerators)
  expect(await seen(admin)).toEqual([[removedFar.publicId, true], ...forModerators])
  expect((await wren.get(`/api/posts/${first.publicId}/same_images`)).statusCode).toBe(403)
})

it('images from before there were hashes get theirs by a job, also those without a file', async () => {
  const file = await drawing(9)
  const { id } = await upload(file)
  const hash = async () =>
    (
      await sql<{ hash: string | null }>`select hash::text from images order by id desc limit 1`.execute(
        forum.db,
      )
    ).rows[0]?.hash
  expect(id).toBeDefined()
  const made = await hash()
  await sql`update images set hash = null`.execute(forum.db)
  // Thumbnails cannot be blocked.
  await storeThumbnail(forum, file)
  expect(await hash()).toBe(null)
  await sql`insert into images (secret, use, format, width, height, size, average_color, stored_at)
    values ('x2345678901234567890ab', 'post', 'jpeg', 1, 1, 1, 'rgb(1,1,1)', now())`.execute(forum.db)
  await hashPictures(forum, new AbortController().signal)
  expect(isPlainHash((await hash()) ?? '')).toBe(true)
  await sql`delete from images where secret = 'x2345678901234567890ab'`.execute(forum.db)
  expect(await hash()).toBe(null)
  await sql`delete from images where use = 'thumbnail'`.execute(forum.db)
  expect(await hash()).toBe(made)
})

it('images whose files cannot be read keep no hash, and others get theirs', async () => {
  for (const n of [11, 12, 13]) await upload(await drawing(n))
  await sql`update images set hash = null`.execute(forum.db)
  const unread = await forum.db
    .selectFrom('images')
    .select('secret')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const files = {
    ...forum.files,
    open: async (place: Parameters<Forum['files']['open']>[0]) => {
      if (place.folder.includes(unread.secret)) throw new Error('No access')
      return forum.files.open(place)
    },
  }
  await expect(hashPictures({ db: forum.db, files }, new AbortController().signal)).rejects.toThrow(
    'of 1 images',
  )
  const left = await forum.db.selectFrom('images').where('hash', 'is', null).select('secret').execute()
  expect(left).toEqual([unread])
})
