import type { Pieces } from '../../../contract/pages.ts'

/** Answers are put together here. Nothing is awaited meanwhile. */
let scratch = Buffer.allocUnsafe(1024 * 1024)

/** The pieces as one text in UTF-8. */
export const joinBytes = (pieces: Pieces): Buffer => withJoined(pieces, (bytes) => Buffer.from(bytes))

/**
 * Calls `use` with the pieces as one text in UTF-8.
 *
 * @param use may read the bytes only until it returns. So large answers are compressed without being copied.
 */
export function withJoined<Outcome>(pieces: Pieces, use: (bytes: Buffer) => Outcome): Outcome {
  let length = 0
  /** Texts in a row, because each call to encode one costs more than encoding it. */
  let text = ''
  const reserve = (bytes: number) => {
    if (length + bytes <= scratch.length) return
    const larger = Buffer.allocUnsafe(2 * (length + bytes))
    scratch.copy(larger, 0, 0, length)
    scratch = larger
  }
  const writeText = () => {
    // UTF-8 has at most three bytes for each unit of UTF-16.
    reserve(3 * text.length)
    length += scratch.write(text, length)
    text = ''
  }
  for (const piece of typeof pieces === 'string' ? [pieces] : pieces) {
    if (typeof piece === 'string') {
      text += piece
      continue
    }
    writeText()
    reserve(piece.length)
    scratch.set(piece, length)
    length += piece.length
  }
  writeText()
  return use(scratch.subarray(0, length))
}
