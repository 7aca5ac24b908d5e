import { costWithoutLoss, decode, open, type Pixels } from './drawing.ts'
import type { Size } from './sizes.ts'

export type StoredFormat = 'jpeg' | 'webp' | 'png'

/** The bytes of a file, and its format. */
export interface Encoded {
  readonly bytes: Buffer
  readonly format: StoredFormat
}

export const jpegQuality = 75
const sharpQuality = 90
/** In bytes per pixel. Up to the first, a picture is a drawing; up to the second, it has parts that are one. */
const drawingCost = 0.5
const partlyDrawnCost = 1
/** Nothing is saved by a loss in a file as small as this. */
const smallBytes = 16 * 1024
/** A lossy file is stored without further loss only if that makes it at most this many times as large. */
const growthMost = 2
/** The encoder of WebP without loss takes 30 bytes of memory per pixel; that of PNG works line by line. */
const webpPixelsMost = 16_000_000
/** A longer side does not fit into a WebP. */
const webpSideMost = 16_383
/** Above, a WebP would take many seconds with care for every edge. */
const carefulPixelsMost = 4_000_000
/** A tile of a JPEG with noise around its letters. */
const drawnJpegCost = 0.2

/** The file that a picture came in. */
interface Origin {
  readonly format: 'jpeg' | 'other'
  readonly bytes: number
}

/**
 * Encodes a picture by what it is: drawings and screenshots without loss; a JPEG for what has parts of both, with the colour
 * of every pixel; a JPEG as cameras make it for photographs. Transparency is always kept, in a WebP.
 *
 * @returns with the size if the picture had to be made smaller: a transparent photograph that is longer than a WebP may be.
 */
export async function encodeByKind(pixels: Pixels, origin: Origin): Promise<Encoded & Partial<Size>> {
  const count = pixels.width * pixels.height
  const cost = await costWithoutLoss(pixels)
  const isDrawing =
    origin.format === 'jpeg' ? cost <= drawnJpegCost : cost <= drawingCost || count * cost <= smallBytes
  if (isDrawing) {
    const drawing = await encodeWithoutLoss(pixels)
    const most = Math.max(4 * smallBytes, Math.min(2 * drawingCost * count, growthMost * origin.bytes))
    if (drawing.bytes.length <= most) return drawing
  }
  if (pixels.channels === 4) {
    const fitting = await shortenForWebp(pixels)
    const { width, height } = fitting
    return { bytes: await encodeTransparent(fitting), format: 'webp', width, height }
  }
  const options = cost <= partlyDrawnCost ? sharpJpeg : { quality: jpegQuality }
  return { bytes: await open(pixels).jpeg(options).toBuffer(), format: 'jpeg' }
}

/** JPEG and lossy WebP usually have one colour for four pixels, which smears letters and lines. */
const sharpJpeg = { quality: sharpQuality, chromaSubsampling: '4:4:4' } as const

const isLongerThanWebp = ({ width, height }: Size) => Math.max(width, height) > webpSideMost

async function shortenForWebp(pixels: Pixels): Promise<Pixels> {
  if (!isLongerThanWebp(pixels)) return pixels
  return decode(open(pixels).resize({ width: webpSideMost, height: webpSideMost, fit: 'inside' }))
}

async function encodeWithoutLoss(pixels: Pixels): Promise<Encoded> {
  if (pixels.width * pixels.height > webpPixelsMost || isLongerThanWebp(pixels))
    return { bytes: await open(pixels).png({ compressionLevel: 9 }).toBuffer(), format: 'png' }
  const effort = pixels.width * pixels.height > carefulPixelsMost ? 1 : 4
  return { bytes: await open(pixels).webp({ lossless: true, effort }).toBuffer(), format: 'webp' }
}

/** A large picture full of noise does not fit into the first part of a WebP (512 KiB), unless its quality is lower. */
const transparentQualities = [sharpQuality, 75, 50, 25] as const

async function encodeTransparent(pixels: Pixels): Promise<Buffer> {
  const smartSubsample = pixels.width * pixels.height <= carefulPixelsMost
  let failure: unknown
  for (const quality of transparentQualities.slice(smartSubsample ? 0 : 1))
    try {
      return await open(pixels).webp({ quality, alphaQuality: 100, smartSubsample }).toBuffer()
    } catch (error) {
      failure = error
    }
  throw failure
}

/** Encodes a smaller copy of a picture that is not a JPEG: without loss where that is small, as WebP. */
export async function encodeCopy(pixels: Pixels): Promise<Buffer> {
  const count = pixels.width * pixels.height
  const cost = await costWithoutLoss(pixels)
  if (cost <= drawingCost || count * cost <= smallBytes)
    return open(pixels).webp({ lossless: true }).toBuffer()
  return encodeTransparent(pixels)
}
