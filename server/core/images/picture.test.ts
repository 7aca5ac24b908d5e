import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, it, vi } from 'vitest'
import { errors } from '../../../contract/errors.ts'
import { normalizePicture, resizePicture } from './picture.ts'
import { imageUses } from './sizes.ts'

const postBox = imageUses.post.stored
const megapixels = 100
const refused = { error: errors.unsupportedImage }
const tooLarge = { error: { code: errors.tooManyPixels.code } }

/** A picture of one colour by default. */
const plain = (width: number, height: number, background = 'rgb(200,100,50)') =>
  sharp({ create: { width, height, channels: 3, background } })

/** Red above, blue below. */
const twoHalves = async (width: number, height: number) =>
  plain(width, height, 'red').composite([
    {
      input: await plain(width, height / 2, 'blue')
        .png()
        .toBuffer(),
      gravity: 'south',
    },
  ])

/** A file with a valid PNG header of this size, and almost no data. */
function claimedPng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(named))
    return Buffer.concat([length, named, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.set([8, 2], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(4_000_000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function crc32(bytes: Buffer): number {
  let sum = 0xffffffff
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0)
  }
  return (sum ^ 0xffffffff) >>> 0
}

describe('an uploaded picture', () => {
  it.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)('may be a %s', async (format) => {
    const sent = await plain(320, 200).toFormat(format).toBuffer()
    const kept = await normalizePicture(sent, postBox, { megapixels })
    const facts = { format: format === 'jpeg' ? 'jpeg' : 'webp', width: 320, height: 200 }
    expect(kept).toMatchObject(facts)
    expect(await sharp(kept.bytes).metadata()).toMatchObject(facts)
    const [r = 0, g = 0, b = 0] = (kept.averageColor.match(/^rgb\((\d+),(\d+),(\d+)\)$/) ?? [])
      .slice(1)
      .map(Number)
    expect(Math.max(Math.abs(r - 200), Math.abs(g - 100), Math.abs(b - 50))).toBeLessThan(6)
  })

  it.each<[string, () => Promise<Buffer> | Buffer]>([
    ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['a TIFF', () => plain(9, 9).tiff().toBuffer()],
    ['a PDF', () => Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj')],
    ['a page', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['noise', () => Buffer.from(Array.from({ length: 2000 }, (_, at) => (at * 167) % 251))],
    ['a text named .png', () => Buffer.from('PNG, they said.')],
    ['a BMP', () => Buffer.from('BM\x46\0\0\0\0\0\0\0\x36\0\0\0', 'latin1')],
    ['a JPEG XL', () => Buffer.from('ff0afa1f01905d0100', 'hex')],
    ['a JPEG XL in its container', () => Buffer.from('\0\0\0\x0cJXL \r\n\x87\n', 'latin1')],
    ['a film', () => Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1')],
    ['a recording', () => Buffer.from('RIFF\x24\0\0\0WAVEfmt ', 'latin1')],
  ])('may not be %s', async (_name, make) => {
    await expect(normalizePicture(await make(), postBox, { megapixels })).rejects.toMatchObject(refused)
  })

  it.each(['heic', 'heix', 'hevc', 'mif1'])('of the brand %s is said to be HEIC', async (brand) => {
    const heic = Buffer.from(`\0\0\0\x1cftyp${brand}\0\0\0\0mif1heicmiaf\0\0\0\x0bmeta`, 'latin1')
    await expect(normalizePicture(heic, postBox, { megapixels })).rejects.toMatchObject({
      error: errors.heicImage,
    })
  })

  it.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)(
    'that is a %s and ends early is damaged, wherever it ends',
    async (format) => {
      const whole = await (await twoHalves(600, 400)).toFormat(format).toBuffer()
      for (const share of [0.9, 0.5, 0.2, 16 / whole.length]) {
        const part = whole.subarray(0, whole.length * share)
        const converting = normalizePicture(part, postBox, { megapixels })
        await expect(converting, `${share}`).rejects.toMatchObject({ error: errors.damagedImage })
      }
    },
  )

  it('without a byte is empty', async () => {
    await expect(normalizePicture(Buffer.alloc(0), postBox, { megapixels })).rejects.toMatchObject({
      error: errors.emptyImage,
    })
  })

  it('is refused by its header if it claims to be huge, without decoding', async () => {
    const bomb = claimedPng(40_000, 40_000)
    expect(bomb.length).toBeLessThan(60_000)
    const small = await plain(9, 9).png().toBuffer()
    const decode = vi.spyOn(sharp.prototype, 'toBuffer')
    try {
      await expect(normalizePicture(bomb, postBox, { megapixels })).rejects.toMatchObject(tooLarge)
      expect(decode).not.toHaveBeenCalled()
      await normalizePicture(small, postBox, { megapixels })
      expect(decode).toHaveBeenCalled()
    } finally {
      decode.mockRestore()
    }
  })

  it('may have as many megapixels as the operator allows and no more', async () => {
    const sent = await plain(1000, 1000).png().toBuffer()
    expect(await normalizePicture(sent, postBox, { megapixels: 1 })).toMatchObject({ width: 1000 })
    const larger = await plain(1001, 1000).png().toBuffer()
    await expect(normalizePicture(larger, postBox, { megapixels: 1 })).rejects.toMatchObject({
      error: {
        ...errors.tooManyPixels,
        message: 'The picture has 1.1 megapixels. Up to 1 are accepted.',
      },
    })
  })

  it('is scaled down to its box, never up and never to zero', async () => {
    const wide = await plain(40_000, 1).png().toBuffer()
    expect(await normalizePicture(wide, postBox, { megapixels })).toMatchObject({ width: 32_767, height: 1 })
    const high = await plain(6000, 9000).png().toBuffer()
    expect(await normalizePicture(high, postBox, { megapixels })).toMatchObject({ width: 3333, height: 5000 })
    const dot = await plain(1, 1).png().toBuffer()
    expect(await normalizePicture(dot, postBox, { megapixels })).toMatchObject({ width: 1, height: 1 })
    const link = await plain(2000, 2000).png().toBuffer()
    expect(await normalizePicture(link, imageUses.thumbnail.stored, { megapixels })).toMatchObject({
      width: 1280,
      height: 720,
    })
  })

  it('has an average colour in greyscale, too', async () => {
    const sent = await plain(40, 40, 'rgb(90,90,90)').toColourspace('b-w').jpeg().toBuffer()
    expect((await normalizePicture(sent, postBox, { megapixels })).averageColor).toBe('rgb(90,90,90)')
  })

  it('is rotated as its metadata says, and loses all metadata: location, camera, time', async () => {
    const sent = await (await twoHalves(400, 200))
      .jpeg()
      .withExif({
        IFD0: { Make: 'Tattletale', Copyright: 'Someone' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 0/1', GPSLongitude: '13/1 24/1 0/1' },
      })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    expect((await sharp(sent).metadata()).exif).toBeDefined()

    const kept = await normalizePicture(sent, postBox, { megapixels })
    expect(kept).toMatchObject({ width: 200, height: 400 })
    const { data } = await sharp(kept.bytes)
      .extract({ left: 0, top: 200, width: 100, height: 1 })
      .raw()
      .toBuffer({ resolveWithObject: true })
    // The left half was at the bottom before the rotation.
    expect(data[2]).toBeGreaterThan(200)

    const copies = await Promise.all(
      imageUses.post.copies.flatMap((box) => [
        resizePicture(kept.bytes, box, 'jpeg'),
        resizePicture(kept.bytes, box, 'webp'),
      ]),
    )
    for (const file of [kept.bytes, ...copies.filter((copy) => copy !== null)]) {
      const metadata = await sharp(file).metadata()
      expect(metadata.exif ?? metadata.xmp ?? metadata.iptc ?? metadata.icc).toBeUndefined()
      expect(metadata.orientation).toBeUndefined()
      expect(file.includes('Tattletale')).toBe(false)
    }
    expect(copies.filter((copy) => copy !== null)).toHaveLength(6)
  })
})

it('a copy of a stored picture does not wait for uploads', async () => {
  const sent = await plain(3000, 2000, 'rgb(90,90,90)').jpeg().toBuffer()
  const stored = await plain(400, 300, 'rgb(90,90,90)').jpeg().toBuffer()
  const done: string[] = []
  const uploads = [1, 2, 3, 4, 5, 6, 7, 8].map((owner) =>
    normalizePicture(sent, postBox, { megapixels }, { owner: String(owner) }).then(() => done.push('upload')),
  )
  const box = { width: 100, height: 100, fit: 'cover' } as const
  const copy = resizePicture(stored, box, 'jpeg').then(() => done.push('copy'))
  await Promise.all([...uploads, copy])
  expect(done.indexOf('copy')).toBeLessThan(4)
})
