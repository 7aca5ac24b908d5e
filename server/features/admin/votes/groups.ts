/** Two accounts that voted together. */
export interface Pair {
  readonly one_id: string
  readonly other_id: string
  readonly common: number
  readonly one_votes: number
  readonly other_votes: number
}

export interface Group {
  readonly memberIds: readonly string[]
  /** How many votes two of them have in common, in the median. */
  readonly common: number
  /** For each member, the share of their votes that they have in common with the one who is most like them. */
  readonly shares: ReadonlyMap<string, number>
}

/** Joins pairs that have an account in common into groups: the largest first, and of the same size those with most common votes. */
export function groupPairs(pairs: readonly Pair[]): Group[] {
  const leaders = new Map<string, string>()
  const leaderOf = (id: string): string => {
    const above = leaders.get(id) ?? id
    if (above === id) return id
    const leader = leaderOf(above)
    leaders.set(id, leader)
    return leader
  }
  for (const { one_id, other_id } of pairs) leaders.set(leaderOf(one_id), leaderOf(other_id))
  const byLeader = new Map<string, Pair[]>()
  for (const pair of pairs) {
    const leader = leaderOf(pair.one_id)
    const known = byLeader.get(leader)
    if (known) known.push(pair)
    else byLeader.set(leader, [pair])
  }
  return [...byLeader.values()]
    .map(asGroup)
    .sort((a, b) => b.memberIds.length - a.memberIds.length || b.common - a.common)
}

function asGroup(pairs: readonly Pair[]): Group {
  const shares = new Map<string, number>()
  const note = (id: string, share: number) => shares.set(id, Math.max(shares.get(id) ?? 0, share))
  for (const { one_id, other_id, common, one_votes, other_votes } of pairs) {
    note(one_id, common / one_votes)
    note(other_id, common / other_votes)
  }
  const inOrder = pairs.map(({ common }) => common).sort((a, b) => a - b)
  return { memberIds: [...shares.keys()], common: inOrder[inOrder.length >> 1] ?? 0, shares }
}
