import sharp from 'sharp'
import { open, type Pixels } from './drawing.ts'

const columns = 8
const rows = 8
/** A hash that differs in fewer bits from that of a plain picture is near those of many pictures. */
const fewestBits = 8

/** The hash of a picture that is too plain to be recognized. */
export const plainHash = '0'.repeat(columns * rows)

/**
 * The perceptual hash of a picture: whether each of 8 × 8 parts is brighter than the one to its right (dHash). It survives other sizes,
 * formats, qualities and tints, but neither crops nor turns.
 *
 * It decodes a file, so `hashStored` calls it where many may be decoded at once.
 *
 * @returns 64 zeros and ones.
 * @see https://www.hackerfactor.com/blog/index.php?/archives/529-Kind-of-Like-That.html
 */
export async function pictureHash(source: Buffer | Pixels): Promise<string> {
  const gray = await (Buffer.isBuffer(source) ? sharp(source) : open(source))
    .flatten({ background: 'white' })
    .greyscale()
    .resize(columns + 1, rows, { fit: 'fill' })
    .raw()
    .toBuffer()
  let hash = ''
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const at = row * (columns + 1) + column
      hash += (gray[at] ?? 0) > (gray[at + 1] ?? 0) ? '1' : '0'
    }
  return isPlainHash(hash) ? plainHash : hash
}

/** Whether a hash says too little: those of all plain pictures are alike. */
export function isPlainHash(hash: string): boolean {
  const bits = hash.replaceAll('0', '').length
  return bits < fewestBits || bits > columns * rows - fewestBits
}

/** The hash as 16 hexadecimal digits, as lists of other sites have it. */
export const hexOfHash = (hash: string): string => BigInt(`0b${hash}`).toString(16).padStart(16, '0')

/** @param hex 16 hexadecimal digits. */
export const hashOfHex = (hex: string): string =>
  BigInt(`0x${hex}`)
    .toString(2)
    .padStart(columns * rows, '0')
