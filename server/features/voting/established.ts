/** When somebody's votes begin to change the points of authors. */
export interface EstablishedRule {
  readonly newUserPoints: number
  readonly newUserAgeSeconds: number
}

/** Whether a voter counts as established: enough points, and an account older than the threshold. */
export function isEstablished(
  voter: { points: number; createdAt: Date },
  rule: EstablishedRule,
  at: Date = new Date(),
): boolean {
  const ageSeconds = (at.getTime() - voter.createdAt.getTime()) / 1000
  return (
    voter.points >= rule.newUserPoints &&
    (rule.newUserAgeSeconds === 0 || ageSeconds > rule.newUserAgeSeconds)
  )
}
