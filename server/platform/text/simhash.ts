/** How many bits the hashes of alike texts differ in at most. */
export const alikeBits = 7
/** How much of a text is noted, in characters. */
export const notedMaxLength = 4000
const fewestWords = 6

/** FNV-1a in 32 bits, from a seed. */
function hashOf(text: string, seed: number): number {
  let hash = seed
  for (let place = 0; place < text.length; place++)
    hash = Math.imul(hash ^ text.charCodeAt(place), 0x01000193)
  hash ^= hash >>> 15
  hash = Math.imul(hash, 0x85ebca6b)
  return (hash ^ (hash >>> 13)) >>> 0
}

/**
 * The simhash of a text (Charikar 2002) over pairs of neighbouring words: texts that share most of them have hashes that differ in few bits.
 * Letters, not their case, count, and neither do links.
 *
 * @returns a signed number of 64 bits in decimals; null for texts of a few words, which are alike by chance.
 */
export function simhashOf(text: string): string | null {
  const words =
    text
      .replace(/https?:\/\/\S+/g, ' ')
      .toLowerCase()
      .match(/\p{L}+/gu) ?? []
  if (words.length < fewestWords) return null
  const weights = new Int32Array(64)
  for (let place = 0; place + 1 < words.length; place++) {
    const pair = `${words[place]} ${words[place + 1]}`
    for (const [half, seed] of [0x811c9dc5, 0x5bd1e995].entries()) {
      const hash = hashOf(pair, seed)
      for (let bit = 0; bit < 32; bit++)
        weights[half * 32 + bit] = (weights[half * 32 + bit] ?? 0) + ((hash >>> bit) & 1 ? 1 : -1)
    }
  }
  let hash = 0n
  for (let bit = 0; bit < 64; bit++) if ((weights[bit] ?? 0) > 0) hash |= 1n << BigInt(bit)
  return BigInt.asIntN(64, hash).toString()
}

function bitsOf(half: number): number {
  let rest = half - ((half >>> 1) & 0x55555555)
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333)
  return Math.imul((rest + (rest >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/**
 * The most authors whose texts are like that of one of them.
 *
 * @param texts with hashes as `simhashOf` gives them.
 */
export function mostAlike(texts: readonly { readonly simhash: string; readonly authorId: string }[]): number {
  const halves = texts.map(({ simhash, authorId }) => {
    const hash = BigInt.asUintN(64, BigInt(simhash))
    return { low: Number(hash & 0xffffffffn) | 0, high: Number(hash >> 32n) | 0, authorId }
  })
  let most = 0
  for (const one of halves) {
    const authors = new Set<string>()
    for (const other of halves)
      if (bitsOf(one.low ^ other.low) + bitsOf(one.high ^ other.high) <= alikeBits)
        authors.add(other.authorId)
    most = Math.max(most, authors.size)
  }
  return most
}
