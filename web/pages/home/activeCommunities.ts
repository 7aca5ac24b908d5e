import type { Community } from '../../../contract/entities/community.ts'
import type { Initial } from '../../../contract/entities/initial.ts'
import { communitiesQuery } from '../../data/communities/communities.ts'

const mostProposed = 3

/** Members have joined some of the largest communities, so more are fetched for them than for guests. */
const fetched = { member: 20, guest: mostProposed }

/** The largest communities, among which the home page finds some to propose. */
export const largestCommunitiesQuery = ({ user }: Pick<Initial, 'user'>) =>
  communitiesQuery({ sort: 'size', limit: user ? fetched.member : fetched.guest })

/** Those of the largest communities, in their order, that the viewer could still join. */
export const communitiesToPropose = (largest: readonly Community[]): Community[] =>
  largest.filter(({ userJoined }) => !userJoined).slice(0, mostProposed)
