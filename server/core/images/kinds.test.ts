import sharp, { type Sharp } from 'sharp'
import { describe, expect, it } from 'vitest'
import { normalizePicture, resizePicture } from './picture.ts'
import { imageUses } from './sizes.ts'

const postBox = imageUses.post.stored
const keep = (file: Buffer) => normalizePicture(file, postBox, { megapixels: 64 })

const width: number = 360
const height: number = 240

type Area = readonly [left: number, top: number, width: number, height: number, rgba: readonly number[]]

const [red, blue, white, black, brown] = [
  [220, 20, 20, 255],
  [20, 40, 220, 255],
  [255, 255, 255, 255],
  [0, 0, 0, 255],
  [200, 100, 50, 255],
] as const

/** Transparent, except for these areas. */
function drawn(areas: readonly Area[], size = { width, height }): Sharp {
  const data = Buffer.alloc(4 * size.width * size.height)
  for (const [left, top, across, down, rgba] of areas)
    for (let y = top; y < top + down; y += 1)
      for (let x = left; x < left + across; x += 1) data.set(rgba, 4 * (y * size.width + x))
  return sharp(data, { raw: { ...size, channels: 4 } })
}

/** Red lines of a pixel on blue, what JPEG smears most, and some white. */
const diagram = (scale = 1): Sharp => {
  const size = { width: width * scale, height: height * scale }
  const lines = Array.from({ length: 20 }, (_, at): Area => [0, at * 12 * scale, size.width, 1, red])
  const areas: Area[] = [[0, 0, size.width, size.height, blue], ...lines, [30, 30, 90, 40, white]]
  return drawn(areas, size).removeAlpha()
}

/** Noise with soft edges, as light on a sensor. */
const photograph = (options: { alpha?: boolean } = {}): Sharp => {
  const grain = sharp({
    create: {
      width,
      height,
      channels: 3,
      background: 'black',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  }).blur(0.6)
  return options.alpha ? grain.ensureAlpha(0.5) : grain
}

const pixelsOf = async (file: Buffer | Sharp) =>
  (Buffer.isBuffer(file) ? sharp(file) : file).ensureAlpha().toColourspace('srgb').raw().toBuffer()

/** The mean and the largest difference of a channel, seen on grey where one is transparent. */
async function differenceOf(one: Buffer | Sharp, other: Buffer | Sharp) {
  const [a, b] = await Promise.all([pixelsOf(one), pixelsOf(other)])
  expect(a).toHaveLength(b.length)
  let [sum, most] = [0, 0]
  for (let at = 0; at < a.length; at += 1) {
    const weight = at % 4 === 3 ? 1 : ((a[at | 3] ?? 0) + (b[at | 3] ?? 0)) / 510
    const difference = Math.abs((a[at] ?? 0) - (b[at] ?? 0)) * weight
    sum += difference
    most = Math.max(most, difference)
  }
  return { mean: sum / a.length, most }
}

describe('a drawing', () => {
  it.each<[string, (picture: Sharp) => Sharp]>([
    ['a PNG', (picture) => picture.png()],
    ['a PNG with a palette', (picture) => picture.png({ palette: true, colours: 16 })],
    ['a PNG of 16 bits', (picture) => picture.toColourspace('rgb16').png()],
    ['a PNG with opaque alpha', (picture) => picture.ensureAlpha(1).png()],
    ['a PNG of greys', (picture) => picture.toColourspace('b-w').png()],
    ['a GIF of one frame', (picture) => picture.gif()],
    ['a WebP without loss', (picture) => picture.webp({ lossless: true })],
  ])('as %s keeps every pixel', async (_format, as) => {
    const sent = await as(diagram()).toBuffer()
    const kept = await keep(sent)
    expect(kept).toMatchObject({ format: 'webp', width, height, ground: null })
    expect(await sharp(kept.bytes).metadata()).toMatchObject({
      format: 'webp',
      width,
      height,
      hasAlpha: false,
    })
    expect(await differenceOf(sent, kept.bytes)).toEqual({ mean: 0, most: 0 })
  })

  it.each<[string, (picture: Sharp) => Sharp]>([
    ['an AVIF', (picture) => picture.avif({ quality: 80 })],
    ['a WebP with a loss', (picture) => picture.webp({ quality: 90, smartSubsample: true })],
    ['a JPEG with all colours', (picture) => picture.jpeg({ quality: 95, chromaSubsampling: '4:4:4' })],
  ])('as %s loses hardly more than it had lost', async (_format, as) => {
    const sent = await as(diagram()).toBuffer()
    const kept = await keep(sent)
    expect((await differenceOf(sent, kept.bytes)).mean).toBeLessThan(3)
  })

  it('has its colours also where it is shown smaller', async () => {
    const kept = await keep(await diagram(4).png().toBuffer())
    const copy = await resizePicture(kept.bytes, { width: 720, height: 1440, fit: 'contain' }, 'webp')
    const exact = sharp(kept.bytes).resize(720, 480, { fit: 'fill' })
    expect((await differenceOf(copy ?? Buffer.of(), exact)).mean).toBeLessThan(1)
  })

  it('with photographs in it keeps the colour of every pixel, in a JPEG that is not much larger', async () => {
    const page = photograph().composite([
      {
        input: await diagram().extract({ left: 0, top: 0, width: 200, height }).png().toBuffer(),
        gravity: 'west',
      },
    ])
    const sent = await sharp(await page.png().toBuffer())
      .resize(1440, 960, { kernel: 'nearest' })
      .png()
      .toBuffer()
    const kept = await keep(sent)
    expect((await differenceOf(sent, kept.bytes)).mean).toBeLessThan(4)
    expect(kept.bytes.length).toBeLessThan(sent.length)
  })

  it('of more pixels than WebP is made of here is a PNG', { timeout: 60_000 }, async () => {
    const create = { width: 4500, height: 4000, channels: 3, background: 'red' } as const
    const sent = await sharp({ create }).png().toBuffer()
    const kept = await keep(sent)
    expect(kept).toMatchObject({ format: 'png', width: 4500, height: 4000 })
    expect(await sharp(kept.bytes).metadata()).toMatchObject({ format: 'png', width: 4500, height: 4000 })
  })
})

describe('a photograph', () => {
  it.each<[string, (picture: Sharp) => Sharp]>([
    ['a JPEG', (picture) => picture.jpeg()],
    ['a JPEG of greys', (picture) => picture.toColourspace('b-w').jpeg()],
    ['a JPEG of inks', (picture) => picture.toColourspace('cmyk').jpeg()],
    ['a progressive JPEG', (picture) => picture.jpeg({ progressive: true })],
    ['a PNG', (picture) => picture.png()],
    ['a PNG of 16 bits', (picture) => picture.toColourspace('rgb16').png()],
    ['a WebP', (picture) => picture.webp()],
    ['an AVIF', (picture) => picture.avif({ effort: 0 })],
  ])('as %s is a JPEG of the same colours', async (_format, as) => {
    const sent = await as(photograph()).toBuffer()
    const kept = await keep(sent)
    expect(kept).toMatchObject({ format: 'jpeg', width, height, ground: null })
    expect(await sharp(kept.bytes).metadata()).toMatchObject({
      format: 'jpeg',
      width,
      height,
      hasProfile: false,
    })
    expect((await differenceOf(sharp(sent).resize(9, 6), sharp(kept.bytes).resize(9, 6))).mean).toBeLessThan(
      4,
    )
  })

  it.each(['p3', 'srgb'] as const)('with the profile %s has the colours that it shows', async (profile) => {
    const sent = await photograph().withIccProfile(profile).png().toBuffer()
    const shown = sharp(await sharp(sent).toColourspace('srgb').png().toBuffer())
    const kept = await keep(sent)
    expect((await differenceOf(shown.resize(9, 6), sharp(kept.bytes).resize(9, 6))).mean).toBeLessThan(4)
  })
})

describe('a transparent picture', () => {
  const square = (rgba: readonly number[]): Area => [90, 60, 180, 120, rgba]
  it.each<[string, Area[], { ground: string; averageColor: string }]>([
    ['white', [square(white)], { ground: 'dark', averageColor: 'rgb(32,34,33)' }],
    ['black', [square(black)], { ground: 'light', averageColor: 'rgb(255,255,255)' }],
    ['coloured', [square(brown)], { ground: 'any', averageColor: 'rgb(255,255,255)' }],
    ['invisible', [], { ground: 'any', averageColor: 'rgb(255,255,255)' }],
    [
      'half white and half black',
      [square(white), [90, 60, 90, 120, black]],
      { ground: 'light', averageColor: 'rgb(255,255,255)' },
    ],
  ])('that is %s stays so, and says what it is seen on', async (_colour, areas, facts) => {
    const sent = await drawn(areas).png().toBuffer()
    const kept = await keep(sent)
    expect(kept).toMatchObject({ format: 'webp', width, height, ...facts })
    expect(await differenceOf(sent, kept.bytes)).toEqual({ mean: 0, most: 0 })
    expect((await sharp(kept.bytes).stats()).isOpaque).toBe(false)
  })

  it.each<[string, (picture: Sharp) => Sharp]>([
    ['a PNG with a palette', (picture) => picture.png({ palette: true })],
    ['a PNG of greys with alpha', (picture) => picture.toColourspace('b-w').png()],
    ['a PNG of 16 bits', (picture) => picture.toColourspace('rgb16').png()],
    ['a GIF', (picture) => picture.gif()],
    ['a WebP without loss', (picture) => picture.webp({ lossless: true })],
    ['a WebP with a loss', (picture) => picture.webp()],
    ['an AVIF', (picture) => picture.avif()],
  ])('may be %s', async (_format, as) => {
    const sent = await as(drawn([square(white)])).toBuffer()
    const kept = await keep(sent)
    expect(kept).toMatchObject({ format: 'webp', ground: 'dark' })
    expect((await differenceOf(sent, kept.bytes)).mean).toBeLessThan(1)
  })

  it('may be a photograph, whose alpha is kept, too', async () => {
    const sent = await photograph({ alpha: true }).png().toBuffer()
    const kept = await keep(sent)
    expect(kept.format).toBe('webp')
    expect((await differenceOf(sent, kept.bytes)).mean).toBeLessThan(10)
    const { channels } = await sharp(kept.bytes).stats()
    expect(channels[3]).toMatchObject({ min: 127, max: 127 })
  })

  it('is cropped on the ground that it needs, and transparent where it is whole', async () => {
    const kept = await keep(
      await drawn([square(black)])
        .png()
        .toBuffer(),
    )
    const cornerOf = async (fit: 'cover' | 'contain', format: 'jpeg' | 'webp') => {
      const copy = await resizePicture(kept.bytes, { width: 120, height: 120, fit }, format)
      return [...(await pixelsOf(copy ?? Buffer.of())).subarray(0, 4)]
    }
    expect(await cornerOf('cover', 'webp')).toEqual([255, 255, 255, 255])
    expect(await cornerOf('cover', 'jpeg')).toEqual([255, 255, 255, 255])
    expect((await cornerOf('contain', 'webp'))[3]).toBe(0)
  })
})

describe('a long picture', () => {
  /** Noise, or a flat drawing. */
  const long = (size: { width: number; height: number }, kind: 'drawing' | 'photograph', channels: 3 | 4) => {
    const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
    if (kind === 'photograph' && channels === 3)
      return sharp({ create: { ...size, channels, background: 'black', noise } })
    if (kind === 'drawing')
      return sharp({ create: { ...size, channels, background: { r: 9, g: 90, b: 9, alpha: 0.5 } } })
    const grain = sharp({ create: { ...size, channels: 3, background: 'black', noise } })
    return grain.ensureAlpha(0.5)
  }
  it.each([
    ['drawing', [300, 6000], 3, 'webp', [300, 6000]],
    ['drawing', [6000, 300], 3, 'webp', [6000, 300]],
    ['drawing', [1000, 20_000], 3, 'png', [1000, 20_000]],
    ['drawing', [20_000, 1000], 3, 'png', [20_000, 1000]],
    ['drawing', [200, 17_000], 3, 'png', [200, 17_000]],
    ['drawing', [200, 17_000], 4, 'png', [200, 17_000]],
    ['photograph', [300, 17_000], 3, 'jpeg', [300, 17_000]],
    ['photograph', [17_000, 60], 3, 'jpeg', [17_000, 60]],
    ['photograph', [60, 17_000], 4, 'webp', [58, 16_383]],
  ] as const)(
    '(%s, %j, %i channels) is a %s that can be read',
    { timeout: 60_000 },
    async (kind, from, channels, format, to) => {
      const [width, height] = from
      const kept = await keep(
        await long({ width, height }, kind, channels).png({ compressionLevel: 1 }).toBuffer(),
      )
      expect(kept).toMatchObject({ format, width: to[0], height: to[1] })
      const file = await sharp(kept.bytes).metadata()
      expect(file).toMatchObject({ format, width: to[0], height: to[1] })
    },
  )
})

it('a dot, a line and a hair are kept', async () => {
  for (const [w, h] of [
    [1, 1],
    [20_000, 10],
    [10, 20_000],
    [1, 300],
  ] as const) {
    const file = await sharp({ create: { width: w, height: h, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const kept = await keep(file)
    expect(await sharp(kept.bytes).metadata()).toMatchObject({ width: kept.width, height: kept.height })
  }
})
