import { stat } from 'node:fs/promises'
import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp'
import { errors } from '../../../contract/errors.ts'
import { Refused, refuseExplained } from '../../platform/http/refused.ts'
import { createWorkQueue } from '../../platform/http/workQueue.ts'
import { decode, open, type Pixels } from './drawing.ts'
import { type Encoded, encodeByKind, encodeCopy, jpegQuality } from './encode.ts'
import { fileFormatOf, isAnimatedPng, isCutGif } from './fileFormat.ts'
import { colorsOf, type Ground, groundColors } from './ground.ts'
import { pictureHash } from './pictureHash.ts'
import { type Box, resizeSteps, type Size } from './sizes.ts'

/** A picture to convert: its bytes, or the path of a file. */
export type Source = Buffer | string

/** A picture as it is stored. */
export interface Picture extends Size, Encoded {
  /** `rgb(r,g,b)` */
  readonly averageColor: string
  /** Null for an opaque picture. */
  readonly ground: Ground | null
  readonly isAnimated: boolean
  /** As `pictureHash` makes it; null unless wanted. */
  readonly hash: string | null
}

const webpQuality = 75
const pixelsPerMegapixel = 1_000_000
const framesMost = 1000
const animationSeconds = 60
const animationQuality = 80
const uploadsAtOnce = 2
/** As many as the form of a post uploads at once, plus some from other windows. */
const uploadsPerMember = 10
const copiesAtOnce = 1
/** Stored pictures have at most 25 megapixels, so at least four fit. */
const storedPixelsAtOnce = 100_000_000
const picturesWaiting = 200

// No other decoders: each is code that runs on bytes from strangers.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((format) => `VipsForeignLoad${format}`),
})
// The same picture rarely comes twice. One thread per picture leaves the other cores to requests.
sharp.cache(false)
sharp.concurrency(1)

/** The weight of a picture is its share of the memory that all may use: that of one picture of the largest size. */
const scheduleUpload = createWorkQueue({
  atOnce: uploadsAtOnce,
  weight: 1,
  waiting: picturesWaiting,
  perOwner: uploadsPerMember,
})
/** Copies have their own queue, so that uploads and views of existing pictures do not block each other. */
const scheduleCopy = createWorkQueue({ atOnce: copiesAtOnce, weight: 1, waiting: picturesWaiting })

const options = (maxPixels: number): SharpOptions => ({
  limitInputPixels: maxPixels,
  // Broken data is an error; warnings are not, because the pictures of many cameras cause some.
  failOn: 'error',
  // The first frame of an animation.
  pages: 1,
})

/** What the header of a picture says. */
interface Header extends Size {
  readonly format: 'jpeg' | 'other'
  /** Whether it has less than one colour per pixel. */
  readonly isSubsampled: boolean
  /** The size of the file. */
  readonly bytes: number
  /** Null for a picture that does not move. */
  readonly animation: Animation | null
}

interface Animation {
  readonly frames: number
  /** How long each frame is shown, in milliseconds. */
  readonly delay: number[]
  /** How often it is played; 0: forever. */
  readonly loop: number
}

/**
 * The upright size according to the header, and what else it says, without decoding pixels.
 *
 * @throws Refused with what is wrong: the format, the number of pixels, or the file.
 */
async function parseHeader(source: Source, maxPixels: number): Promise<Header> {
  const format = await fileFormatOf(source)
  if (format === 'empty') throw new Refused(errors.emptyImage)
  if (format === null) throw new Refused(errors.unsupportedImage)
  if (format === 'heic') throw new Refused(errors.heicImage)
  if (format === 'avis') throw new Refused(errors.animationFormat)
  const header = await sharp(source, { ...options(maxPixels), limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw new Refused(errors.damagedImage)
    })
  if (format === 'gif' && (await isCutGif(source))) throw new Refused(errors.damagedImage)
  if (header.format === 'heif' && header.compression !== 'av1') throw new Refused(errors.heicImage)
  const pixels = header.width * header.height
  if (pixels > maxPixels) {
    const [has, may] = [pixels, maxPixels].map((count) => Math.ceil(count / 100_000) / 10)
    refuseExplained(errors.tooManyPixels, `The picture has ${has} megapixels. Up to ${may} are accepted.`)
  }
  const { width, height } = header.autoOrient
  return {
    width,
    height,
    format: format === 'jpeg' ? 'jpeg' : 'other',
    isSubsampled: !(header.chromaSubsampling ?? '').startsWith('4:4:4'),
    animation: animationOf(header),
    bytes: Buffer.isBuffer(source) ? source.length : (await stat(source)).size,
  }
}

/** Shorter delays are not meant: browsers show such a frame this long. */
const delayLeast = 20
const delayUsual = 100

function animationOf({ pages = 1, delay = [], loop = 0 }: Metadata): Animation | null {
  if (pages === 1) return null
  const delays = Array.from({ length: pages }, (_, at) => delay[at] ?? 0)
  return { frames: pages, loop, delay: delays.map((ms) => (ms < delayLeast ? delayUsual : ms)) }
}

/** @throws Refused with `animation_too_large`, or `animation_format` for one that cannot be read. */
async function checkAnimation(source: Source, header: Header, maxPixels: number): Promise<void> {
  if (header.animation) {
    const { frames } = header.animation
    const pixels = header.width * header.height * frames
    if (frames > framesMost || pixels > maxPixels)
      refuseExplained(
        errors.animationTooLarge,
        `The animation has ${frames} frames of ${header.width} × ${header.height} pixels. Up to ${framesMost} frames with ${maxPixels / pixelsPerMegapixel} megapixels in all of them are accepted.`,
      )
  } else if ((await fileFormatOf(source)) === 'png' && (await isAnimatedPng(source)))
    throw new Refused(errors.animationFormat)
}

/** Keeps an animation, as WebP. Copies of it are pictures of its first frame. */
async function encodeAnimation(
  source: Source,
  animation: Animation,
  from: Size,
  box: Box,
  maxPixels: number,
  isHashed: boolean,
) {
  const still = await decode(sharp(source, options(maxPixels))).catch(refuseDamaged)
  const moving = sharp(source, { ...options(maxPixels), pages: -1 }).timeout({ seconds: animationSeconds })
  const { picture, size } = intoBox(moving, from, box)
  const webp = picture.webp({
    quality: animationQuality,
    // Each frame with or without loss, as it is smaller: many are drawings.
    mixed: true,
    effort: 2,
    delay: animation.delay,
    loop: animation.loop,
  })
  const bytes = await webp.toBuffer().catch((error: Error) => {
    if (!error.message.includes('timeout')) return refuseDamaged()
    return refuseExplained(
      errors.animationTooLarge,
      'The animation takes too long to convert. Fewer or smaller frames are accepted.',
    )
  })
  const { pages = 1 } = await sharp(bytes).metadata()
  return {
    bytes,
    format: 'webp',
    isAnimated: pages > 1,
    ...size,
    ...(await factsOf(still, isHashed)),
  } as const
}

/** What is stored about the pixels of a picture. */
const factsOf = async (pixels: Pixels, isHashed: boolean) => ({
  ...(await colorsOf(pixels)),
  hash: isHashed ? await pictureHash(pixels) : null,
})

function intoBox(picture: Sharp, from: Size, box: Box): { picture: Sharp; size: Size } {
  const { scaled, cropped } = resizeSteps(from, box)
  const resized = picture.resize({ ...scaled, fit: 'fill' })
  const isWhole = cropped.width === scaled.width && cropped.height === scaled.height
  if (isWhole) return { picture: resized, size: cropped }
  const left = Math.floor((scaled.width - cropped.width) / 2)
  const top = box.isTop ? 0 : Math.floor((scaled.height - cropped.height) / 2)
  return { picture: resized.extract({ left, top, ...cropped }), size: cropped }
}

/**
 * Converts an uploaded picture to the format that suits it (`encodeByKind`): upright, without metadata, scaled and cropped
 * to the box. A logo becomes a PNG.
 *
 * @param limits.mayMove keeps an animation; otherwise its first frame is taken.
 * @param limits.isHashed whether the hash is wanted.
 * @param limits.megapixels a picture whose header claims more is refused before it is decoded.
 * @param asked.owner groups pictures for the limit per owner; `asked.signal` drops one that has not begun.
 * @throws Refused with one of `pictureErrors` for anything but a valid JPEG, PNG, WebP, GIF or AVIF within the limit; TooBusy, also if the owner has too many in the queue; NobodyWaits.
 */
export async function normalizePicture(
  source: Source,
  box: Box,
  limits: {
    readonly megapixels: number
    readonly isLogo?: boolean
    readonly mayMove?: boolean
    readonly isHashed?: boolean
  },
  asked: { readonly owner?: string | null; readonly signal?: AbortSignal | undefined } = {},
): Promise<Picture> {
  const maxPixels = limits.megapixels * pixelsPerMegapixel
  const header = await parseHeader(source, maxPixels)
  if (limits.mayMove) await checkAnimation(source, header, maxPixels)
  const { animation } = header
  const { isLogo = false, isHashed = false } = limits
  const convert = async (): Promise<Picture> => {
    if (limits.mayMove && animation)
      return encodeAnimation(source, animation, header, { ...box, mayBeLong: false }, maxPixels, isHashed)
    const upright = sharp(source, options(maxPixels)).autoOrient()
    const { picture, size } = intoBox(upright, header, box)
    return { ...size, ...(await encode(picture, header, { isLogo, isHashed })), isAnimated: false }
  }
  const frames = limits.mayMove && animation ? animation.frames : 1
  return scheduleUpload((header.width * header.height * frames) / maxPixels, convert, asked)
}

/** Decoding fails only at the file. */
function refuseDamaged(): never {
  throw new Refused(errors.damagedImage)
}

async function encode(
  picture: Sharp,
  from: Header,
  { isLogo, isHashed }: { isLogo: boolean; isHashed: boolean },
): Promise<Omit<Picture, keyof Size | 'isAnimated'> & Partial<Size>> {
  if (isLogo) {
    const png = picture.toColourspace('srgb').png({ compressionLevel: 9 })
    const bytes = await png.toBuffer().catch(refuseDamaged)
    return { bytes, format: 'jpeg', ...(await factsOf(await decode(sharp(bytes)), isHashed)) }
  }
  // One colour for four pixels: a photograph, or what was made one already.
  if (from.format === 'jpeg' && from.isSubsampled) {
    const bytes = await picture.jpeg({ quality: jpegQuality }).toBuffer().catch(refuseDamaged)
    return { bytes, format: 'jpeg', ...(await factsOf(await decode(sharp(bytes)), isHashed)) }
  }
  const pixels = await decode(picture).catch(refuseDamaged)
  return { ...(await encodeByKind(pixels, from)), ...(await factsOf(pixels, isHashed)) }
}

/** The hash of a stored picture, made while no more uploads are converted than otherwise. @throws TooBusy. */
export async function hashStored(bytes: Buffer): Promise<string> {
  const { width, height } = await sharp(bytes).metadata()
  return scheduleUpload((width * height) / storedPixelsAtOnce, () => pictureHash(bytes))
}

/** How a logo becomes an icon: drawn into the middle of a square, or as it is into a box. */
export interface IconShape extends Size {
  /** The share of the square that the logo may fill, from 0 to 1; missing for no square and no enlargement. */
  readonly share?: number
  /** The background; transparent by default. */
  readonly ground?: 'white'
}

/** Makes an icon of a stored logo, as PNG. @throws TooBusy. */
export async function drawIcon(logo: Buffer, { width, height, share, ground }: IconShape): Promise<Buffer> {
  return scheduleCopy((width * height) / storedPixelsAtOnce, async () => {
    const inner =
      share === undefined
        ? { width, height }
        : { width: Math.round(width * share), height: Math.round(height * share) }
    const drawing = await sharp(logo)
      .resize(inner.width, inner.height, { fit: 'inside', withoutEnlargement: share === undefined })
      .png()
      .toBuffer()
    if (share === undefined) return drawing
    const background = ground ?? { r: 0, g: 0, b: 0, alpha: 0 }
    return sharp({ create: { width, height, channels: 4, background } })
      .composite([{ input: drawing, gravity: 'centre' }])
      .png({ compressionLevel: 9 })
      .toBuffer()
  })
}

/**
 * Makes a smaller copy of a stored picture. What is cropped to a box gets the ground that a transparent picture needs, as it is
 * shown in places that do not know about it.
 *
 * @returns null if the copy would be the picture. That of an animation is its first frame, in any size.
 * @throws TooBusy.
 */
export async function resizePicture(
  original: Buffer,
  box: Box,
  format: 'jpeg' | 'webp',
): Promise<Buffer | null> {
  const { width, height, format: from, pages = 1 } = await sharp(original).metadata()
  const { cropped } = resizeSteps({ width, height }, box)
  if (pages === 1 && cropped.width === width && cropped.height === height) return null
  return scheduleCopy((width * height) / storedPixelsAtOnce, async () => {
    const { picture } = intoBox(sharp(original), { width, height }, box)
    if (from === 'jpeg')
      return format === 'webp'
        ? picture.webp({ quality: webpQuality }).toBuffer()
        : picture.jpeg({ quality: jpegQuality }).toBuffer()
    const pixels = await decode(picture)
    const isKept = format === 'webp' && box.fit === 'contain'
    const { ground } = isKept ? { ground: null } : await colorsOf(pixels)
    const isGrounded = ground !== null && (ground !== 'any' || format === 'jpeg')
    const copy = isGrounded
      ? await decode(open(pixels).flatten({ background: groundColors[ground] }))
      : pixels
    return format === 'webp' ? encodeCopy(copy) : open(copy).jpeg({ quality: jpegQuality }).toBuffer()
  })
}
