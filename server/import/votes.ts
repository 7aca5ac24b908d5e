/** Far above any real score, and far below where sums of them leave PostgreSQL's integer. */
const largestCount = 100_000_000

/**
 * Turns a score into counts of votes whose difference is the score. Alone it says nothing about votes that
 * outweigh each other; with the share of upvotes their number can be told, as exactly as that share is rounded.
 *
 * @param ratio upvotes / all votes, 0 to 1, or null when the source does not give it.
 */
export function votesOf(score: number, ratio: number | null): { upvotes: number; downvotes: number } {
  const points = Math.trunc(Math.max(-largestCount, Math.min(largestCount, score)))
  const plain = { upvotes: Math.max(points, 0), downvotes: Math.max(-points, 0) }
  if (ratio === null || ratio < 0 || ratio > 1 || points === 0) return plain
  const surplus = 2 * ratio - 1
  // A share on the other side of one half contradicts the score: the source hides scores below zero.
  if (Math.sign(surplus) !== Math.sign(points)) return plain
  const opposed = Math.max(0, Math.round((points / surplus - Math.abs(points)) / 2))
  const both = Math.min(opposed, largestCount)
  return { upvotes: plain.upvotes + both, downvotes: plain.downvotes + both }
}
