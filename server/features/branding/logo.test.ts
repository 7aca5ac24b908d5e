import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { identityEndpoints } from '../../../contract/endpoints/identity.ts'
import { describeAuthorization } from '../../../tests/support/authorization.ts'
import { type Client, type Forum, type Member, startForum } from '../../../tests/support/forum.ts'
import { badPictures, picture, uploadOf } from '../../../tests/support/pictures.ts'
import { describeRefusals } from '../../../tests/support/refusals.ts'
import type { Scene } from '../../../tests/support/scene.ts'
import { renderer } from '../../../web/entry-server.tsx'
import { createApp } from '../../app.ts'
import { deleteMarkedImages } from '../../core/images/delete.ts'
import { type LiveSettings, watchSettings } from '../../core/settings/live.ts'
import { type DatabaseWatch, watchDatabase } from '../../platform/database/watch.ts'

let forum: Forum
let admin: Member
/** Simulates another process with its own memory. */
let other: FastifyInstance
let otherWatch: DatabaseWatch
let otherSettings: LiveSettings

beforeAll(async () => {
  forum = await startForum({ GUEST_CACHE_SECONDS: '3600' })
  admin = await forum.member('ada_admin', { isAdmin: true })
  otherWatch = await watchDatabase(forum.connection, () => {})
  otherSettings = await watchSettings(otherWatch, forum.config.locked)
  other = await createApp({
    ...forum,
    db: forum.database.db,
    liveSettings: otherSettings,
    watch: otherWatch,
    pages: {
      renderer,
      assetsFor: () => ({ entry: '/assets/entry.js', preloads: [], styles: [] }),
      filesFolder: null,
    },
  })
})
afterAll(async () => {
  await other.close()
  await otherWatch.close()
  await forum.close()
})
beforeEach(() => admin.delete('/api/_admin/logo'))

/** A red disc on a transparent background. */
function disc(width: number, height: number): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 4)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if ((x / width - 0.5) ** 2 + (y / height - 0.5) ** 2 < 0.25)
        pixels.set([221, 0, 0, 255], (y * width + x) * 4)
  return sharp(pixels, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer()
}
const upload = async (who: Client, file: Buffer) =>
  who.send({ ...(await uploadOf(file)), url: '/api/_admin/logo' })
const set = async (file: Buffer) =>
  (await upload(admin, file)).json<{ path: string; width: number; height: number }>()
const get = (url: string, app = forum.app) => app.inject(url)
const icon = async (url: string) => sharp((await get(url)).rawPayload)
const icons = async (app = forum.app): Promise<{ src: string }[]> =>
  (await get('/manifest.json', app)).json().icons

describe('the logo of the site', () => {
  it('[ACC-2-115] becomes every icon, in its size, with transparency', async () => {
    const { path, ...size } = await set(await disc(1600, 800))
    expect(size).toEqual({ width: 1024, height: 512 })
    expect(path).toMatch(/^\/site-icon\/\d+-\w{22}\/$/)
    for (const [name, width, height, isOpaque] of [
      ['logo.png', 128, 64, false],
      ['favicon.png', 96, 96, false],
      ['icon-192.png', 192, 192, false],
      ['icon-512.png', 512, 512, false],
      ['icon-maskable-512.png', 512, 512, true],
      ['apple-touch-icon.png', 180, 180, true],
    ] as const) {
      const image = await icon(path + name)
      expect(await image.metadata(), name).toMatchObject({ format: 'png', width, height })
      const { data, info } = await image.ensureAlpha().raw().toBuffer({ resolveWithObject: true })
      const at = (x: number, y: number) => [
        ...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4),
      ]
      expect(at(0, 0), name).toEqual(isOpaque ? [255, 255, 255, 255] : [0, 0, 0, 0])
      expect(at(width / 2, height / 2), name).toEqual([221, 0, 0, 255])
    }
    expect((await get(`${path}logo.png`)).headers['cache-control']).toBe(
      'public, max-age=31536000, immutable',
    )
  })

  it('[ACC-2-115] is in the pages and the manifest of every process', async () => {
    const paths = async () => (await icons(other)).map(({ src }) => src)
    // The other process hears a moment later that the one of the test before was taken away.
    await expect.poll(paths).toEqual(['/icon-192.png', '/icon-512.png', '/icon-maskable-512.png'])
    const { path } = await set(await disc(300, 300))
    await expect.poll(async () => (await paths())[0]).toBe(`${path}icon-192.png`)
    const html = (await get('/about', other)).body
    for (const part of [
      `<link rel="icon" href="${path}favicon.png" type="image/png">`,
      `<link rel="apple-touch-icon" href="${path}apple-touch-icon.png">`,
      `<img src="${path}logo.png" alt="" width="28" height="28"/>`,
      `${path}icon-maskable-512.png"`,
    ])
      expect(html).toContain(part)
    await admin.delete('/api/_admin/logo')
    await expect.poll(async () => (await get('/about', other)).body).not.toContain('site-icon')
  })

  it('[ACC-2-115] gets a new URL with each picture, and the old files are deleted', async () => {
    const first = await set(await picture(1))
    await get(`${first.path}favicon.png`)
    const second = await set(await picture(2))
    expect(second.path).not.toBe(first.path)
    await deleteMarkedImages(forum, new AbortController().signal)
    expect((await get(`${first.path}favicon.png`)).statusCode).toBe(404)
    expect((await get(`${second.path}favicon.png`)).statusCode).toBe(200)
    await admin.delete('/api/_admin/logo')
    await deleteMarkedImages(forum, new AbortController().signal)
    expect((await get(`${second.path}logo.png`)).statusCode).toBe(404)
    const left = await forum.db.selectFrom('images').where('use', '=', 'logo').select('id').execute()
    expect(left).toEqual([])
  })

  it('is in the log of settings, with the admin', async () => {
    await set(await picture(3))
    await admin.delete('/api/_admin/logo')
    const { changes } = (await admin.get('/api/_admin/setting_changes')).json()
    const words = expect.stringMatching(/^picture \d+, 160 × 93$/)
    expect(changes.slice(0, 2)).toMatchObject([
      { name: 'logo', before: words, after: null, changedBy: 'ada_admin' },
      { name: 'logo', before: null, after: words, changedBy: 'ada_admin' },
    ])
  })

  it.each([
    '/site-icon/1/logo.png',
    '/site-icon/1-aaaaaaaaaaaaaaaaaaaaaa/logo.png',
    '/site-icon/..%2f..-aaaaaaaaaaaaaaaaaaaaaa/logo.png',
  ])('has nothing at %s', async (path) => {
    expect((await get(path)).statusCode).toBe(404)
  })

  it('serves only the names of its icons', async () => {
    const { path } = await set(await picture(4))
    for (const name of ['original.jpeg', 'icon-1024.png', 'constructor', '..%2fsecret'])
      expect((await get(path + name)).statusCode).toBe(404)
  })
})

const { setLogo, deleteLogo } = identityEndpoints
describe('permission to change it', () => {
  describeAuthorization({
    endpoints: { setLogo, deleteLogo },
    table: `
                  guest  banned  member  author  elsewhere  moderator  admin
      setLogo       401     403     403     403        403        403    200
      deleteLogo    401     403     403     403        403        403    200
    `,
    calls: {
      setLogo: async (who) => upload(who, await picture(5)),
      deleteLogo: (who) => who.delete('/api/_admin/logo'),
    },
  })
  describeRefusals(
    { setLogo, deleteLogo },
    {
      setLogo: {
        fileSizeExceeded: async ({ admin: who, forum: { settings } }) =>
          upload(who, Buffer.alloc(settings.uploadMaxMib * 1024 * 1024 + 1)),
        ...badPictures<Scene>(({ admin: who }, file) => upload(who, file)),
        unsupportedImage: async ({ admin: who }) => upload(who, Buffer.from('<svg/>')),
      },
      deleteLogo: {},
    },
  )
})
