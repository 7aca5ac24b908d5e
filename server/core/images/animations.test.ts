import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { errors } from '../../../contract/errors.ts'
import { animation } from '../../../tests/support/pictures.ts'
import { normalizePicture, resizePicture } from './picture.ts'
import { imageUses } from './sizes.ts'

const keep = (file: Buffer, { mayMove = true, megapixels = 64 } = {}) =>
  normalizePicture(file, imageUses.post.stored, { megapixels, mayMove })

/** The colour in the middle of each frame. */
async function colorsOf(file: Buffer) {
  const { pages = 1 } = await sharp(file).metadata()
  return Promise.all(
    Array.from({ length: pages }, async (_, page) => {
      const { data, info } = await sharp(file, { page })
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true })
      const at = info.channels * Math.floor((info.height / 2 + 0.5) * info.width)
      return [...data.subarray(at, at + 3)]
    }),
  )
}

it('a refused format is said with what to save it as', () => {
  for (const { message } of [
    errors.unsupportedImage,
    errors.unsupportedImageFormat,
    errors.heicImage,
    errors.animationFormat,
  ])
    expect(message).toMatch(/Save it as (?:JPEG|GIF)/)
})

describe('an animation', () => {
  it.each(['gif', 'webp'] as const)('as %s keeps moving, as WebP', async (format) => {
    const sent = await sharp(await animation(3, { delay: 120 }), { pages: -1 })
      .toFormat(format, { loop: 2 })
      .toBuffer()
    const kept = await keep(sent)
    expect(kept).toMatchObject({ format: 'webp', width: 60, height: 40, isAnimated: true, ground: null })
    expect(await sharp(kept.bytes).metadata()).toMatchObject({
      format: 'webp',
      pages: 3,
      width: 60,
      height: 40,
      delay: [120, 120, 120],
      loop: 2,
    })
    const [sentColors, keptColors] = await Promise.all([colorsOf(sent), colorsOf(kept.bytes)])
    for (const [at, color] of sentColors.entries())
      for (const [channel, value] of color.entries())
        expect(Math.abs(value - (keptColors[at]?.[channel] ?? 0))).toBeLessThan(12)
  })

  it('without delays is as fast as browsers show it', async () => {
    const kept = await keep(await animation(3, { delay: 0 }))
    expect((await sharp(kept.bytes).metadata()).delay).toEqual([100, 100, 100])
  })

  it('is scaled down as a whole', async () => {
    const kept = await keep(await animation(2, { width: 6000, height: 60 }))
    expect(kept).toMatchObject({ width: 5000, height: 50, isAnimated: true })
    expect(await sharp(kept.bytes).metadata()).toMatchObject({ width: 5000, height: 50, pages: 2 })
  })

  it('has copies that stand still, also one as large as itself', async () => {
    const kept = await keep(await animation(3))
    for (const [width, height, fit] of [
      [720, 1440, 'contain'],
      [20, 20, 'cover'],
    ] as const)
      for (const format of ['webp', 'jpeg'] as const) {
        const copy = await resizePicture(kept.bytes, { width, height, fit }, format)
        const { pages = 1, ...size } = await sharp(copy ?? Buffer.of()).metadata()
        expect([pages, size.width]).toEqual([1, Math.min(60, width)])
      }
  })

  it.each<[string, () => Promise<Buffer>]>([
    ['a GIF of one frame', () => animation(1)],
    [
      'an animated WebP of one frame',
      async () =>
        sharp(await animation(1))
          .webp({ loop: 1, delay: [50] })
          .toBuffer(),
    ],
    [
      'a GIF of frames that are all the same',
      async () => {
        const [one] = [
          await sharp(await animation(1))
            .png()
            .toBuffer(),
        ]
        return sharp([one, one, one], { join: { animated: true } })
          .gif({ delay: [100, 100, 100], interFrameMaxError: 0, keepDuplicateFrames: true })
          .toBuffer()
      },
    ],
  ])('is not %s', async (_name, make) => {
    expect(await keep(await make())).toMatchObject({
      format: 'webp',
      width: 60,
      height: 40,
      isAnimated: false,
    })
  })

  it('is its first frame beside names and in banners', async () => {
    const kept = await keep(await animation(3), { mayMove: false })
    expect(kept).toMatchObject({ isAnimated: false })
    expect((await sharp(kept.bytes).metadata()).pages ?? 1).toBe(1)
  })

  it('counts with all of its frames, and is refused with what is accepted', async () => {
    const sent = await animation(5, { width: 500, height: 500 })
    await expect(keep(sent, { megapixels: 1.25 })).resolves.toMatchObject({ isAnimated: true })
    await expect(keep(sent, { megapixels: 1.2 })).rejects.toMatchObject({
      error: {
        code: errors.animationTooLarge.code,
        message:
          'The animation has 5 frames of 500 × 500 pixels. Up to 1000 frames with 1.2 megapixels in all of them are accepted.',
      },
    })
    const long = keep(await animation(1001, { width: 2, height: 2 }))
    await expect(long).rejects.toMatchObject({ error: { code: errors.animationTooLarge.code } })
  })

  it.each(['gif', 'webp'] as const)('that ends early is damaged, as %s', async (format) => {
    const whole = await sharp(await animation(3), { pages: -1 })
      .toFormat(format)
      .toBuffer()
    for (const share of [0.3, 0.5, 0.6, 0.8, 0.95])
      await expect(keep(whole.subarray(0, whole.length * share)), `${share}`).rejects.toMatchObject({
        error: errors.damagedImage,
      })
  })

  it('in PNG or AVIF is refused by name, and a still PNG is not', async () => {
    const still = await sharp(await animation(1))
      .png()
      .toBuffer()
    const control = (frames: number) =>
      Buffer.from(
        `00000008${Buffer.from('acTL').toString('hex')}${frames.toString(16).padStart(8, '0')}0000000000000000`,
        'hex',
      )
    const afterHeader = (chunk: Buffer) => Buffer.concat([still.subarray(0, 33), chunk, still.subarray(33)])
    await expect(keep(afterHeader(control(3)))).rejects.toMatchObject({ error: errors.animationFormat })
    await expect(keep(still)).resolves.toMatchObject({ isAnimated: false })
    for (const mayMove of [true, false]) {
      const sequence = Buffer.from('\0\0\0\x2cftypavis\0\0\0\0avifavismsf1iso8mif1miafMA1B', 'latin1')
      await expect(keep(sequence, { mayMove })).rejects.toMatchObject({ error: errors.animationFormat })
    }
  })
})
