import type { Message, Piece } from '../../contract/texts/pieces.ts'

const accented: Readonly<Record<string, string>> = {
  a: 'á',
  c: 'ç',
  e: 'é',
  i: 'í',
  n: 'ñ',
  o: 'ó',
  s: 'š',
  u: 'ú',
  y: 'ý',
  A: 'Á',
  C: 'Ç',
  E: 'É',
  I: 'Í',
  N: 'Ñ',
  O: 'Ó',
  S: 'Š',
  U: 'Ú',
}

/** A message with accents, in brackets, and longer by 40 %: texts without them were forgotten, and layouts must have room for it. */
export const pseudo = (message: Message): Message => {
  const pieces = typeof message === 'string' ? [message] : message
  const length = pieces.reduce((sum, piece) => sum + (typeof piece === 'string' ? piece.length : 0), 0)
  return ['⟦', ...pieces.map(pseudoPiece), `${'~'.repeat(Math.ceil(length * 0.4))}⟧`]
}

function pseudoPiece(piece: Piece): Piece {
  if (typeof piece === 'string') return piece.replace(/[a-z]/gi, (letter) => accented[letter] ?? letter)
  switch (piece[0]) {
    case 'cardinal':
    case 'ordinal':
    case 'select':
      return [
        piece[0],
        piece[1],
        Object.fromEntries(Object.entries(piece[2]).map(([name, inside]) => [name, plain(inside)])),
      ]
    case 'tag':
      return ['tag', piece[1], plain(piece[2])]
    default:
      return piece
  }
}

/** Without brackets, which are around the whole message. */
const plain = (message: Message): Message =>
  typeof message === 'string' ? (pseudoPiece(message) as string) : message.map(pseudoPiece)
