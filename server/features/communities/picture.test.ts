import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Community } from '../../../contract/entities/community.ts'
import { errors } from '../../../contract/errors.ts'
import { type Forum, type Member, startForum } from '../../../tests/support/forum.ts'
import { picture, uploadOf } from '../../../tests/support/pictures.ts'
import { waitingStatements } from '../../../tests/support/waitingStatements.ts'
import { deleteMarkedImages } from '../../core/images/delete.ts'

let forum: Forum
let admin: Member
let reader: Member
beforeAll(async () => {
  forum = await startForum({ DATABASE_CONNECTIONS: '10' })
  admin = await forum.member('the_admin', { isAdmin: true })
  reader = await forum.member('reader')
})
afterAll(() => forum.close())

let made = 0
let moderator: Member
let id: string
let name: string
beforeEach(async () => {
  made += 1
  name = `meadow_${made}`
  id = (await forum.community(name, admin)).id
  moderator = await forum.moderator(`mod_${made}`, name)
})

const kinds = [
  ['pro_pic', 'proPic', 'icon'],
  ['banner_image', 'bannerImage', 'banner'],
] as const
type Path = (typeof kinds)[number][0]

const send = async (path: Path, { who = moderator, file }: { who?: Member; file?: Buffer } = {}) =>
  who.send({
    ...(await uploadOf(file ?? (await picture(made)))),
    url: `/api/communities/${id}/${path}`,
  })
const community = async () => (await reader.get(`/api/communities/${id}`)).json<Community>()
const served = async ({ url }: { url: string }) => (await reader.get(url)).statusCode
const removeFiles = () => deleteMarkedImages(forum, new AbortController().signal)
const entries = async () =>
  (
    await forum.db
      .selectFrom('moderation_log')
      .select(['action', 'acted_as as as'])
      .where('community_id', '=', id)
      .where('action', '!=', 'create_community')
      .orderBy('id')
      .execute()
  ).map(({ action, as }) => `${action} ${as}`)

describe.each(kinds)('the picture %s', (path, field, kind) => {
  // [ACC-7-032] [ACC-7-033] [ACC-7-034] [ACC-7-035] [ACC-2-052] [ACC-2-053] [ACC-3-011] [ACC-3-012]
  it('is set by a moderator, answered with the community, and removed again', async () => {
    const answer = await send(path)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ id, mods: null, rules: null, userMod: true })
    const image = answer.json()[field]
    expect(image).toMatchObject({
      id: expect.any(String),
      altText: null,
      averageColor: expect.stringMatching(/^rgb\(\d+,\d+,\d+\)$/),
    })
    expect((await community())[field]).toEqual(image)
    const removed = await moderator.delete(`/api/communities/${id}/${path}`)
    expect([removed.statusCode, removed.json()[field]]).toEqual([200, null])
    expect((await community())[field]).toBeNull()
    // Without a picture it is fine too.
    expect((await moderator.delete(`/api/communities/${id}/${path}`)).statusCode).toBe(200)
    expect(await entries()).toEqual([`set_${kind} mods`, `remove_${kind} mods`])
  })

  it('has copies, which are served', async () => {
    const file = await sharp(await picture(1))
      .resize(1600, 600)
      .toBuffer()
    const image = (await send(path, { file })).json()[field]
    const copies = image.copies.map(({ name, width, height, objectFit }: Record<string, unknown>) => [
      name,
      width,
      height,
      objectFit,
    ])
    expect(copies).toEqual(
      kind === 'icon'
        ? [
            ['tiny', 50, 50, 'cover'],
            ['small', 120, 120, 'cover'],
            ['medium', 200, 200, 'cover'],
          ]
        : [
            ['small', 720, 240, 'cover'],
            ['large', 1440, 480, 'cover'],
          ],
    )
    for (const one of [image, ...image.copies]) expect(await served(one)).toBe(200)
  })

  it('replaces another one, whose files are deleted', async () => {
    const before = (await send(path)).json()[field]
    const after = (await send(path, { who: admin })).json()[field]
    expect(after.id).not.toBe(before.id)
    await removeFiles()
    expect(await served(before)).toBe(404)
    expect(await served(after)).toBe(200)
  })

  it('stays when the new one cannot be read', async () => {
    const before = (await send(path)).json()[field]
    expect((await send(path, { file: Buffer.from('no picture') })).json()).toEqual(errors.unsupportedImage)
    await removeFiles()
    expect((await community())[field]).toEqual(before)
    expect(await served(before)).toBe(200)
  })

  it('[ACC-5-047] is a JPEG, PNG, WebP, GIF or AVIF of at most 25 MiB', async () => {
    const drawn = sharp(await picture(made))
    for (const format of ['jpeg', 'png', 'webp', 'gif', 'avif'] as const)
      expect((await send(path, { file: await drawn.toFormat(format).toBuffer() })).statusCode, format).toBe(
        200,
      )
    for (const format of ['tiff', 'jxl'] as const) {
      const file = await drawn
        .toFormat(format)
        .toBuffer()
        .catch(() => Buffer.from('not made here'))
      expect((await send(path, { file })).json(), format).toEqual(errors.unsupportedImage)
    }
    const tooLarge = await send(path, { file: Buffer.alloc(forum.settings.uploadMaxMib * 1024 * 1024 + 1) })
    expect([tooLarge.statusCode, tooLarge.json()]).toEqual([400, errors.fileSizeExceeded])
  })

  it('set twice concurrently is one of both, and the other is deleted', async () => {
    const answers = await Promise.all([send(path), send(path, { who: admin })])
    await removeFiles()
    const kept = (await community())[field]
    const fates = await Promise.all(
      answers.map(async (answer) => {
        const image = answer.json()[field]
        return [image.id === kept?.id, await served(image)]
      }),
    )
    expect(fates.sort()).toEqual([
      [false, 404],
      [true, 200],
    ])
  })

  it('is described by the moderators of its community, and by no others', async () => {
    const image = (await send(path)).json()[field]
    const describe = (who: Member, altText: string) => who.put(`/api/images/${image.id}`, { altText })
    const elsewhere = await forum.moderator(`elsewhere_${kind}`, `lake_${kind}`)
    expect((await describe(elsewhere, 'A lake')).json()).toEqual(errors.imageOfSomeoneElse)
    expect((await describe(reader, 'Mine')).json()).toEqual(errors.imageOfSomeoneElse)
    expect((await describe(moderator, 'A meadow')).json()).toMatchObject({ altText: 'A meadow' })
    expect((await community())[field]?.altText).toBe('A meadow')
  })

  it('is not set by a moderator who was removed meanwhile', async () => {
    let last: ReturnType<typeof send> | undefined
    await forum.db.transaction().execute(async (trx) => {
      await trx.selectFrom('communities').where('id', '=', id).select('id').forUpdate().execute()
      last = send(path)
      await expect.poll(() => waitingStatements(forum.db)).toHaveLength(1)
      await trx.deleteFrom('moderators').where('user_id', '=', moderator.id).execute()
    })
    expect((await last)?.json()).toEqual(errors.neitherAdminNorModerator)
    expect((await community())[field]).toBeNull()
  })
})

it('a picture of a community is in every answer with the community', async () => {
  await send('pro_pic')
  await send('banner_image')
  const { proPic, bannerImage } = await community()
  await reader.post('/api/_joinCommunity', { communityId: id })
  const post = await forum.post(reader, name)
  const pictures = { communityProPic: proPic, communityBannerImage: bannerImage }
  expect((await reader.get(`/api/posts/${post.publicId}`)).json()).toMatchObject(pictures)
  expect((await reader.get(`/api/posts?communityId=${id}`)).json().posts).toMatchObject([pictures])
  const listed = (await reader.get(`/api/communities?q=${name}`)).json()
  expect(listed).toMatchObject([{ proPic, bannerImage }])
  const { communities } = (await reader.get('/api/_initial')).json()
  expect(communities.find((one: Community) => one.id === id)).toMatchObject({ proPic, bannerImage })
  await forum.comment(reader, post)
  const written = `/api/users/${reader.username}/feed?filter=comments`
  const icon = proPic?.copies.find((copy) => copy.name === 'tiny')?.url
  const pageOf = async (url: string) => (await reader.get(url)).json().items[0].item
  expect((await pageOf(`${written}&render=page`)).communityPicture).toBe(icon)
  expect(await pageOf(written)).not.toHaveProperty('communityPicture')
  // For our own pages the banner stands with the community alone.
  const ours = (await reader.get(`/api/posts/${post.publicId}?render=page`)).json()
  expect([ours.communityProPic, ours.communityBannerImage]).toEqual([proPic, null])
})

it('an icon is nobody’s post picture', async () => {
  const image = (await send('pro_pic')).json().proPic
  const answer = await moderator.post('/api/posts', {
    type: 'image',
    title: 'A stolen icon',
    community: name,
    images: [{ imageId: image.id }],
  })
  expect(answer.json()).toEqual(errors.imageNotFound)
  const { rows } = await sql`select from images where id = ${image.id} and is_used`.execute(forum.db)
  expect(rows).toHaveLength(1)
})
