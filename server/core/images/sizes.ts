import { limits } from '../../../contract/limits.ts'

/** The use of an image decides the size that is stored and the copies that are served. */
export type ImageUse = 'post' | 'thumbnail' | 'profile' | 'icon' | 'banner' | 'logo'
/** As in CSS `object-fit`: `cover` fills the box and crops the rest, `contain` fits whole into it. */
export type Fit = 'cover' | 'contain'

export interface Size {
  readonly width: number
  readonly height: number
}
export interface Box extends Size {
  readonly fit: Fit
  /** A very tall or very wide picture may be longer than the box, so that what is in it can be read. */
  readonly mayBeLong?: boolean
  /** Shows the top of a picture and not its middle, with the shape of the box also where the picture is narrower. */
  readonly isTop?: boolean
}
export interface NamedBox extends Box {
  readonly name: string
  /** Only very tall pictures have it. */
  readonly isForTall?: boolean
}

const portrait = {
  stored: { width: 2000, height: 2000, fit: 'contain' },
  copies: [
    { name: 'tiny', width: 50, height: 50, fit: 'cover' },
    { name: 'small', width: 120, height: 120, fit: 'cover' },
    { name: 'medium', width: 200, height: 200, fit: 'cover' },
  ],
} as const

export const imageUses: Record<ImageUse, { readonly stored: Box; readonly copies: readonly NamedBox[] }> = {
  post: {
    stored: { width: 5000, height: 5000, fit: 'contain', mayBeLong: true },
    copies: [
      { name: 'tiny', width: 120, height: 120, fit: 'cover' },
      { name: 'small', width: 325, height: 250, fit: 'cover' },
      { name: 'medium', width: 720, height: 1440, fit: 'contain' },
      { name: 'large', width: 1080, height: 2160, fit: 'contain' },
      { name: 'huge', width: 2160, height: 4320, fit: 'contain' },
      // Whole, such a picture could not be read in a feed.
      { name: 'top', width: 1080, height: 900, fit: 'cover', isTop: true, isForTall: true },
    ],
  },
  thumbnail: {
    stored: { width: 1280, height: 720, fit: 'cover' },
    copies: [
      { name: 'tiny', width: 120, height: 120, fit: 'cover' },
      { name: 'desktop', width: 325, height: 250, fit: 'cover' },
      { name: 'mobile', width: 875, height: 500, fit: 'cover' },
    ],
  },
  profile: portrait,
  icon: portrait,
  /** Stored as PNG, because it may be transparent; its icons are made by `siteIcon`. */
  logo: { stored: { width: 1024, height: 1024, fit: 'contain' }, copies: [] },
  banner: {
    stored: { width: 2000, height: 2000, fit: 'contain' },
    copies: [
      { name: 'small', width: 720, height: 240, fit: 'cover' },
      { name: 'large', width: 1440, height: 480, fit: 'cover' },
    ],
  },
}

/**
 * The size of an image scaled down into a box: first to the width of the box, then to its height, each rounded down. An
 * image is never scaled up.
 */
export function containedSize(image: Size, box: Size): Size {
  let { width, height } = image
  if (width > box.width) {
    height = Math.max(1, Math.floor((height * box.width) / width))
    width = box.width
  }
  if (height > box.height) {
    width = Math.max(1, Math.floor((width * box.height) / height))
    height = box.height
  }
  return { width, height }
}

/** The short side that a long picture keeps, if the others allow it. */
const readableSide = 1500
/** Older versions of Firefox show no picture with a longer side, and no JPEG has one of more than 65,535 pixels. */
const longestSide = 32_767

/**
 * The size of a long picture with as many pixels as the box at most: its short side stays readable, such as the width of a
 * screenshot of a whole page.
 */
function longSize(image: Size, box: Size): Size {
  const [short, long] = [Math.min(image.width, image.height), Math.max(image.width, image.height)]
  const mostPixels = box.width * box.height
  const scale = Math.min(1, readableSide / short, longestSide / long, Math.sqrt(mostPixels / (short * long)))
  return {
    width: Math.max(1, Math.floor(image.width * scale)),
    height: Math.max(1, Math.floor(image.height * scale)),
  }
}

/** The names and boxes of the copies of an image. */
export const copiesOf = ({ width, height }: Size, use: ImageUse): readonly NamedBox[] => {
  const isTall = height > limits.tallPictureRatio * width
  return imageUses[use].copies.filter(({ isForTall }) => isTall || !isForTall)
}

/**
 * How to fit an image into a box: scale it down to `scaled`, then crop its middle, or its top, to `cropped`. An image is never scaled
 * up, and each side has at least one pixel.
 */
export function resizeSteps(image: Size, box: Box): { readonly scaled: Size; readonly cropped: Size } {
  if (box.fit === 'contain') {
    const contained = containedSize(image, box)
    const long = box.mayBeLong ? longSize(image, box) : contained
    const scaled = long.width * long.height > contained.width * contained.height ? long : contained
    return { scaled, cropped: scaled }
  }
  const scale = Math.min(1, Math.max(box.width / image.width, box.height / image.height))
  const scaled = {
    width: Math.max(1, Math.round(image.width * scale)),
    height: Math.max(1, Math.round(image.height * scale)),
  }
  return {
    scaled,
    cropped: croppedSize(scaled, box),
  }
}

function croppedSize(scaled: Size, box: Box): Size {
  const width = Math.min(scaled.width, box.width)
  const height = box.isTop ? Math.ceil((width * box.height) / box.width) : box.height
  return { width, height: Math.min(scaled.height, height) }
}
