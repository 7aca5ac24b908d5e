/** Far above any real score; sums of twenty still fit into PostgreSQL's integer. */
const maxVotes = 100_000_000

/**
 * Estimates upvotes and downvotes whose difference is the score. The score alone does not reveal votes that cancel
 * each other out; with the ratio of upvotes, their number follows up to the rounding of the ratio.
 *
 * @param ratio upvotes / all votes, 0 to 1, or null when the source does not give it.
 */
export function votesOf(score: number, ratio: number | null): { upvotes: number; downvotes: number } {
  const points = Math.trunc(Math.max(-maxVotes, Math.min(maxVotes, score)))
  const plain = { upvotes: Math.max(points, 0), downvotes: Math.max(-points, 0) }
  if (ratio === null || ratio < 0 || ratio > 1 || points === 0) return plain
  const surplus = 2 * ratio - 1
  // The source hides negative scores, so the ratio may contradict the score.
  if (Math.sign(surplus) !== Math.sign(points)) return plain
  const cancelled = Math.max(0, Math.round((points / surplus - Math.abs(points)) / 2))
  const both = Math.min(cancelled, maxVotes)
  return { upvotes: plain.upvotes + both, downvotes: plain.downvotes + both }
}
