import sharp, { type Sharp } from 'sharp'
import type { Size } from './sizes.ts'

/** A decoded picture: 8 bits of sRGB per channel, with alpha if it has four channels. */
export interface Pixels extends Size {
  readonly data: Buffer
  readonly channels: 3 | 4
}

/** Decodes a picture of any depth and colour space. Alpha that hides nothing is dropped. */
export async function decode(picture: Sharp): Promise<Pixels> {
  const { data, info } = await picture.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })
  const pixels = {
    data,
    width: info.width,
    height: info.height,
    channels: info.channels === 4 ? 4 : 3,
  } as const
  if (pixels.channels === 3 || hidesSomething(pixels)) return pixels
  return { ...pixels, channels: 3, data: await open(pixels).removeAlpha().raw().toBuffer() }
}

function hidesSomething({ data }: Pixels): boolean {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return true
  return false
}

/** A decoded picture, to be encoded. */
export const open = ({ data, width, height, channels }: Pixels): Sharp =>
  sharp(data, { raw: { width, height, channels } })

const tileSide = 64
const tilesAcross = 8

/**
 * What a picture costs per pixel without loss, in bytes, by up to 64 tiles of it. Flat areas, few colours and repeated
 * patterns cost little, noise much: this tells drawings and screenshots from photographs.
 *
 * @see docs/decisions/pictures.md for what was measured.
 */
export async function costWithoutLoss(pixels: Pixels): Promise<number> {
  const { data, width, height, channels } = pixels
  const tile = { width: Math.min(tileSide, width), height: Math.min(tileSide, height) }
  const [lefts, tops] = [startsOfTiles(width), startsOfTiles(height)]
  const line = tile.width * channels
  const sample = Buffer.alloc(lefts.length * tops.length * tile.height * line)
  let to = 0
  for (const top of tops)
    for (const left of lefts)
      for (let y = top; y < top + tile.height; y += 1) {
        const from = (y * width + left) * channels
        to += data.copy(sample, to, from, from + line)
      }
  const rows = sample.length / line
  const { length } = await open({ data: sample, width: tile.width, height: rows, channels })
    .webp({ lossless: true, effort: 0 })
    .toBuffer()
  return length / (tile.width * rows)
}

/** Where tiles begin that are spread evenly over a side, and cover it if it is short. */
function startsOfTiles(side: number): number[] {
  const count = Math.min(tilesAcross, Math.ceil(side / tileSide))
  const last = Math.max(0, side - tileSide)
  return Array.from({ length: count }, (_, at) => (count === 1 ? 0 : Math.round((at * last) / (count - 1))))
}
