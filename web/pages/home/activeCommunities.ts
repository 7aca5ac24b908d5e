import type { Community } from '../../../contract/entities/community.ts'
import type { Initial } from '../../../contract/entities/initial.ts'
import { communitiesQuery } from '../../data/communities.ts'

const mostProposed = 3

/** Members have joined some of the largest, so more are looked at; for guests each would only make the page heavier. */
const lookedAt = { member: 20, guest: mostProposed }

/** The largest communities, among which the home page finds some to propose. */
export const largestCommunitiesQuery = ({ user }: Pick<Initial, 'user'>) =>
  communitiesQuery({ sort: 'size', limit: user ? lookedAt.member : lookedAt.guest })

/** Those of the largest communities, in their order, that the viewer could still join. */
export const communitiesToPropose = (largest: readonly Community[]): Community[] =>
  largest.filter(({ userJoined }) => !userJoined).slice(0, mostProposed)
