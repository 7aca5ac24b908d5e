import sharp, { type Sharp, type SharpOptions } from 'sharp'
import { errors } from '../../contract/errors.ts'
import { Refused } from '../http/refused.ts'
import { createWorkQueue } from './queue.ts'
import { type Box, resizing, type Size } from './sizes.ts'

/** A picture as it came in: its bytes, or the path of a file. */
export type Source = Buffer | string

/** A picture as it is kept. */
export interface Picture extends Size {
  readonly bytes: Buffer
  /** `rgb(r,g,b)` */
  readonly averageColor: string
}

const jpegQuality = 75
const webpQuality = 75
/** The average is taken over a grid of about ten thousand pixels. */
const averageGrid = 100
const pixelsPerMegapixel = 1_000_000
const picturesAtOnce = 2
/** Kept pictures have at most 25 megapixels, so this is the weight of four. */
const keptPixelsAtOnce = 100_000_000
const picturesWaiting = 200

// Decoders of these formats and no others: each one more is code that strangers can reach.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((format) => `VipsForeignLoad${format}`),
})
// Pictures seldom come twice, and one core is left to the requests.
sharp.cache(false)
sharp.concurrency(1)

/** A picture weighs as much as its share of what may be in memory at once: one of the largest that are accepted. */
const inTurn = createWorkQueue({ atOnce: picturesAtOnce, weight: 1, waiting: picturesWaiting })

const options = (maxPixels: number): SharpOptions => ({
  limitInputPixels: maxPixels,
  // Broken data ends the work; oddities that cameras are known for do not.
  failOn: 'error',
  // Of something that moves, the first frame.
  pages: 1,
})

/** Reads what the header says, without decoding a pixel. @throws Refused with `unsupported_image`. */
async function readHeader(source: Source, maxPixels: number): Promise<Size> {
  const header = await sharp(source, { ...options(maxPixels), limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw new Refused(errors.unsupportedImage)
    })
  const isKnown = header.format !== 'heif' || header.compression === 'av1'
  if (!isKnown || header.width * header.height > maxPixels) throw new Refused(errors.unsupportedImage)
  const { width, height } = header.autoOrient
  return { width, height }
}

function intoBox(picture: Sharp, from: Size, box: Box): { picture: Sharp; size: Size } {
  const { scaled, cropped } = resizing(from, box)
  const resized = picture.resize({ ...scaled, fit: 'fill' })
  const isWhole = cropped.width === scaled.width && cropped.height === scaled.height
  if (isWhole) return { picture: resized, size: cropped }
  const left = Math.floor((scaled.width - cropped.width) / 2)
  const top = Math.floor((scaled.height - cropped.height) / 2)
  return { picture: resized.extract({ left, top, ...cropped }), size: cropped }
}

async function averageColorOf(jpeg: Buffer): Promise<string> {
  const pixels = await sharp(jpeg)
    .resize(averageGrid, averageGrid, { fit: 'fill', fastShrinkOnLoad: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer()
  const channels = pixels.length / averageGrid ** 2
  const means = [0, 1, 2].map((channel) => {
    let sum = 0
    for (let at = Math.min(channel, channels - 1); at < pixels.length; at += channels) sum += pixels[at] ?? 0
    return Math.round(sum / averageGrid ** 2)
  })
  return `rgb(${means.join(',')})`
}

/**
 * Makes of what somebody sent the picture that is kept: a JPEG, upright, without any metadata, no larger than the box.
 * What is transparent becomes white.
 *
 * @param limits.megapixels a picture that claims more is refused before it is decoded.
 * @throws Refused with `unsupported_image` for what is no JPEG, PNG, WebP, GIF or AVIF, is broken or too large;
 *   TooBusy.
 */
export async function readPicture(
  source: Source,
  box: Box,
  limits: { readonly megapixels: number },
): Promise<Picture> {
  const maxPixels = limits.megapixels * pixelsPerMegapixel
  const header = await readHeader(source, maxPixels)
  return inTurn((header.width * header.height) / maxPixels, async () => {
    const upright = sharp(source, options(maxPixels)).autoOrient()
    const { picture, size } = intoBox(upright, header, box)
    const bytes = await picture
      .flatten({ background: 'white' })
      .jpeg({ quality: jpegQuality })
      .toBuffer()
      .catch(() => {
        throw new Refused(errors.unsupportedImage)
      })
    return { bytes, ...size, averageColor: await averageColorOf(bytes) }
  })
}

/**
 * A smaller copy of a kept picture.
 *
 * @returns its bytes; null when the box is no smaller than the picture, which then stands for its copy.
 * @throws TooBusy.
 */
export async function copyPicture(jpeg: Buffer, box: Box, format: 'jpeg' | 'webp'): Promise<Buffer | null> {
  const { width, height } = await sharp(jpeg).metadata()
  const { cropped } = resizing({ width, height }, box)
  if (cropped.width === width && cropped.height === height) return null
  return inTurn((width * height) / keptPixelsAtOnce, () => {
    const { picture } = intoBox(sharp(jpeg), { width, height }, box)
    return format === 'webp'
      ? picture.webp({ quality: webpQuality }).toBuffer()
      : picture.jpeg({ quality: jpegQuality }).toBuffer()
  })
}
