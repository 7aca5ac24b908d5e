import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Image } from '../../../contract/entities/image.ts'
import { countQueries } from '../../../tests/support/countQueries.ts'
import { type Forum, startForum } from '../../../tests/support/forum.ts'
import type { ImageRow } from '../../core/images/columns.ts'
import { createCopies } from '../../core/images/copies.ts'
import { imageFolder, originalName } from '../../core/images/paths.ts'
import { imageView } from '../../core/images/serialize.ts'
import { type ImageUse, imageUses } from '../../core/images/sizes.ts'
import { storeImage } from '../../core/images/store.ts'
import type { FilePath } from '../../platform/storage/store.ts'

let forum: Forum
let row: ImageRow
let image: Image
beforeAll(async () => {
  forum = await startForum()
  row = await store(1600, 1200)
  image = imageView(row, 'post', { copies: true })
})
afterAll(() => forum.close())

/** Tiny ones, narrow ones, ones longer than a WebP may be, and one as usual. */
const shapes = [
  [1, 1],
  [30, 40],
  [88, 2000],
  [2000, 88],
  [10, 6000],
  [6000, 10],
  [300, 17_000],
  [17_000, 300],
  [900, 700],
] as const

const store = async (width: number, height: number, use: ImageUse = 'post') =>
  storeImage(forum, {
    source: await sharp({ create: { width, height, channels: 3, background: 'rgb(10,200,30)' } })
      .jpeg()
      .toBuffer(),
    use,
    uploaderId: null,
  })
const get = (url: string, headers: Record<string, string> = {}) => forum.app.inject({ url, headers })
const copyNamed = (name: string) => image.copies.find((copy) => copy.name === name)?.url ?? ''
const filesOf = (one: ImageRow) => readdir(join(forum.config.dataDir, 'images', imageFolder(one)))

describe('an image', () => {
  it('is served unchanged to anyone who has its URL, cacheable for a while', async () => {
    const response = await get(image.url)
    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': String(image.size),
      'cache-control': 'public, max-age=3600, must-revalidate',
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      vary: 'Accept',
    })
    expect(await sharp(response.rawPayload).metadata()).toMatchObject({ width: 1600, height: 1200 })
  })

  it('takes no query and sets no cookie', async () => {
    const queries = await countQueries(forum.database, async () => {
      for (const url of [image.url, copyNamed('tiny')]) {
        const response = await get(url, { cookie: 'SID=anything' })
        expect(response.statusCode).toBe(200)
        expect(response.headers['set-cookie']).toBeUndefined()
        expect(response.headers['csrf-token']).toBeUndefined()
      }
    })
    expect(queries).toBe(0)
  })

  it('is 304 for a client that has it', async () => {
    const { etag } = (await get(image.url)).headers
    for (const known of [`${etag}`, `W/${etag}`, `"other", ${etag}`, '*']) {
      const response = await get(image.url, { 'if-none-match': known })
      expect([known, response.statusCode, response.body]).toEqual([known, 304, ''])
    }
    expect((await get(image.url, { 'if-none-match': '"other"' })).statusCode).toBe(200)
    expect((await get(copyNamed('tiny'), { 'if-none-match': `${etag}` })).statusCode).toBe(200)
  })

  it('answers HEAD', async () => {
    const response = await forum.app.inject({ method: 'HEAD', url: image.url })
    expect([response.statusCode, response.body]).toEqual([200, ''])
    expect(response.headers).toMatchObject({
      'content-length': String(image.size),
      'content-type': 'image/jpeg',
    })
  })

  it('may be requested by scripts of other sites', async () => {
    const response = await forum.app.inject({ method: 'OPTIONS', url: image.url })
    expect([response.statusCode, response.body]).toEqual([204, ''])
    expect(response.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET',
      'access-control-max-age': '86400',
    })
  })
})

describe('its copies', () => {
  it('[CORE-3-005] [CORE-3-006] are named, with their boxes and sizes', async () => {
    const copy = (name: string, fit: string, box: [number, number], size = box) => ({
      name,
      width: size[0],
      height: size[1],
      boxWidth: box[0],
      boxHeight: box[1],
      objectFit: fit,
      format: 'jpeg',
      url: `/images/${row.id}.jpeg?fit=${fit}&sig=${row.secret}&size=${box[0] === box[1] ? box[0] : box.join('x')}`,
    })
    expect(image.copies).toEqual([
      copy('tiny', 'cover', [120, 120]),
      copy('small', 'cover', [325, 250]),
      copy('medium', 'contain', [720, 1440], [720, 540]),
      copy('large', 'contain', [1080, 2160], [1080, 810]),
      copy('huge', 'contain', [2160, 4320], [1600, 1200]),
    ])
    expect(imageView(row, 'thumbnail', { copies: true }).copies).toEqual([
      copy('tiny', 'cover', [120, 120]),
      copy('desktop', 'cover', [325, 250]),
      copy('mobile', 'cover', [875, 500]),
    ])
  })

  it('come in the size that is promised, as WebP to those who read it and as JPEG to others', async () => {
    for (const copy of image.copies.filter(({ name }) => name !== 'huge'))
      for (const [accept, format] of [
        ['image/avif,image/webp,*/*;q=0.8', 'webp'],
        ['image/*', 'jpeg'],
        ['image/webp;q=0', 'jpeg'],
      ] as const) {
        const response = await get(copy.url, { accept })
        expect(response.headers).toMatchObject({ 'content-type': `image/${format}`, vary: 'Accept' })
        const { width, height } = copy
        expect(await sharp(response.rawPayload).metadata()).toMatchObject({ format, width, height })
      }
  })

  it.each(Object.keys(imageUses) as ImageUse[])(
    'of a picture for %s are as large as is said',
    async (use) => {
      for (const [width, height] of shapes) {
        const one = imageView(await store(width, height, use), use, { copies: true })
        for (const { url, ...said } of [one, ...one.copies]) {
          const file = await sharp((await get(url)).rawPayload).metadata()
          expect([url, file.width, file.height]).toEqual([url, said.width, said.height])
        }
      }
    },
  )

  it('of a very tall picture are one more: its top, in the shape of a feed', async () => {
    const { width, height } = { width: 1200, height: 9000 }
    const area = (background: string, rows: number) =>
      sharp({ create: { width, height: rows, channels: 3, background } }).png()
    const source = await area('#0000ff', height)
      .composite([{ input: await area('#ff0000', 1000).toBuffer(), gravity: 'north' }])
      .toBuffer()
    const tall = imageView(await storeImage(forum, { source, use: 'post', uploaderId: null }), 'post', {
      copies: true,
    })
    const copy = tall.copies.find(({ name }) => name === 'top')
    expect(copy).toMatchObject({ width: 1080, height: 900, objectFit: 'cover' })
    const { channels } = await sharp((await get(copy?.url ?? '')).rawPayload).stats()
    expect(channels.map(({ min, max }) => [min > 200, max < 50])).toEqual([
      [true, false],
      [false, true],
      [false, true],
    ])
    const sizeOfTop = async (w: number, h: number) => {
      const { copies } = imageView(await store(w, h), 'post', { copies: true })
      return copies.filter(({ name }) => name === 'top').map((one) => [one.width, one.height])
    }
    expect(await sizeOfTop(300, 2000)).toEqual([[300, 250]])
    expect(await sizeOfTop(300, 900)).toEqual([])
    expect(await sizeOfTop(2000, 300)).toEqual([])
  })

  it('are the same bytes when they come from the store the second time', async () => {
    const other = imageView(await store(500, 500), 'post', { copies: true })
    const url = other.copies[0]?.url ?? ''
    const [first, second] = [await get(url), await get(url)]
    expect(second.rawPayload.equals(first.rawPayload)).toBe(true)
    expect(second.headers.etag).toBe(first.headers.etag)
    expect(second.headers['content-length']).toBe(String(first.rawPayload.length))
  })

  it('that would not be smaller are the original, without another file', async () => {
    const small = await store(100, 50)
    const before = await filesOf(small)
    for (const { url } of imageView(small, 'post', { copies: true }).copies) {
      const response = await get(url, { accept: 'image/webp' })
      expect(response.headers['content-type']).toBe('image/jpeg')
      expect(response.rawPayload).toHaveLength(small.size)
    }
    expect(before).toEqual([originalName])
    expect(await filesOf(small)).toEqual(before)
  })

  it('are made once for any number of simultaneous requests', async () => {
    const puts: FilePath[] = []
    const one = await store(800, 800)
    const findCopy = createCopies({
      ...forum.files,
      put: (place, bytes) => {
        puts.push(place)
        return forum.files.put(place, bytes)
      },
    })
    const box = imageUses.post.copies[0]
    if (!box) throw new Error('no box')
    const copies = await Promise.all(Array.from({ length: 10 }, () => findCopy(one, box, 'webp')))
    expect(copies.every((copy) => copy !== null && copy !== 'original')).toBe(true)
    expect(puts).toHaveLength(1)
  })

  it('are deleted with an image that is deleted while they are made', async () => {
    const one = await store(800, 800)
    const findCopy = createCopies({
      ...forum.files,
      put: async (place, bytes) => {
        await forum.files.deleteFolder(imageFolder(one), { first: originalName })
        await forum.files.put(place, bytes)
      },
    })
    const box = imageUses.post.copies[0]
    if (!box) throw new Error('no box')
    expect(await findCopy(one, box, 'jpeg')).toBeNull()
    await expect(filesOf(one)).rejects.toThrow('ENOENT')
  })
})

describe('a drawing', () => {
  it('is WebP, as are its copies, whatever the client says', async () => {
    const square = await sharp({ create: { width: 90, height: 90, channels: 3, background: 'black' } })
      .png()
      .toBuffer()
    const transparent = { width: 900, height: 600, channels: 4, background: '#0000' } as const
    const source = await sharp({ create: transparent })
      .composite([{ input: square }])
      .png()
      .toBuffer()
    const drawing = imageView(await storeImage(forum, { source, use: 'post', uploaderId: null }), 'post', {
      copies: true,
    })
    expect(drawing).toMatchObject({ format: 'webp', mimetype: 'image/webp', ground: 'light' })
    for (const { url, format } of [drawing, ...drawing.copies]) {
      expect([format, url]).toEqual(['webp', expect.stringMatching(/^\/images\/\d+\.webp\?/)])
      const response = await get(url, { accept: 'image/jpeg' })
      expect(response.headers['content-type']).toBe('image/webp')
      expect(await sharp(response.rawPayload).metadata()).toMatchObject({ format: 'webp' })
    }
    // Where only the address of a JPEG is known, the file says what it is.
    const [original, copy] = [drawing, drawing.copies[0]].map((one) =>
      `${one?.url}`.replace('.webp', '.jpeg'),
    )
    expect((await get(`${original}`)).headers['content-type']).toBe('image/webp')
    const onGround = await get(`${copy}`)
    expect(onGround.headers['content-type']).toBe('image/jpeg')
    expect(onGround.headers['content-length']).toBe(String(onGround.rawPayload.length))
  })
})

describe('the URL of an image', () => {
  const other = '0'.repeat(22)
  it.each([
    ['/images/', 400, 'Bad Request'],
    ['/images/x.jpeg?sig=SIG', 400, 'Bad Request'],
    ['/images/0.jpeg?sig=SIG', 400, 'Bad Request'],
    ['/images/01.jpeg?sig=SIG', 400, 'Bad Request'],
    ['/images/-1.jpeg?sig=SIG', 400, 'Bad Request'],
    ['/images/ID.gif?sig=SIG', 400, 'Bad Request'],
    ['/images/ID?sig=SIG', 400, 'Bad Request'],
    ['/images/ID.jpeg/x?sig=SIG', 400, 'Bad Request'],
    ['/images/..%2f..%2fetc%2fpasswd?sig=SIG', 400, 'Bad Request'],
    ['/images/%252e%252e/ID.jpeg?sig=SIG', 400, 'Bad Request'],
    ['/images/99999999999999999999.jpeg?sig=SIG', 400, 'Bad Request'],
    ['/images/ID.jpeg?sig=SIG&fit=cover', 400, 'Bad Request'],
    ['/images/ID.jpeg?sig=SIG&size=120', 400, 'Bad Request'],
    ['/images/ID.jpeg', 400, 'Bad signature'],
    ['/images/ID.jpeg?sig=', 400, 'Bad signature'],
    ['/images/ID.jpeg?sig=../../../../../etc/pas', 400, 'Bad signature'],
    ['/images/ID.jpeg?sig=SIG&fit=cover&size=121', 400, 'Bad signature'],
    ['/images/ID.jpeg?sig=SIG&fit=contain&size=120', 400, 'Bad signature'],
    ['/images/ID.jpeg?sig=SIG&fit=cover&size=120x120x120', 400, 'Bad signature'],
    ['/images/ID.jpeg?sig=SIG&fit=cover&size=1e2', 400, 'Bad signature'],
    ['/images/ID.jpeg?sig=SIG&fit=cover&size=0120', 400, 'Bad signature'],
    ['/images/ID.jpeg?sig=SIG&fit=__proto__&size=constructor', 400, 'Bad signature'],
    ['/images/ID.jpeg?sig=OTHER', 404, 'Image not found'],
    ['/images/ID.jpeg?sig=OTHER&fit=cover&size=120', 404, 'Image not found'],
    ['/images/9223372036854775807.jpeg?sig=SIG', 404, 'Image not found'],
    ['/images/9999999999999999999.jpeg?sig=SIG&fit=cover&size=325x250', 404, 'Image not found'],
  ])('%s is %i', async (pattern, status, text) => {
    // All together, because a secret may contain any of the words.
    const words: Record<string, string> = { SIG: row.secret, OTHER: other, ID: row.id }
    const url = pattern.replace(/SIG|OTHER|ID/g, (word) => words[word] ?? word)
    const response = await get(url)
    expect([response.statusCode, response.body]).toEqual([status, text])
    expect(response.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'access-control-allow-origin': '*',
      'cache-control': 'no-store',
    })
  })

  it('with an unknown size stores no file', async () => {
    const one = await store(640, 640)
    await get(`/images/${one.id}.jpeg?fit=cover&sig=${one.secret}&size=640x641`)
    expect(await filesOf(one)).toEqual([originalName])
  })

  it('whose file cannot be read is a failure without details', async () => {
    const broken = await startForum({ LOG_LEVEL: 'silent' })
    try {
      broken.files.open = async () => {
        throw new Error('the disk says no')
      }
      const response = await broken.app.inject(image.url)
      expect([response.statusCode, response.body]).toEqual([500, 'Internal Server Error'])
    } finally {
      await broken.close()
    }
  })
})
