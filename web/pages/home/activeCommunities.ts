import type { Community } from '../../../contract/entities/community.ts'
import type { Initial } from '../../../contract/entities/initial.ts'
import { communitiesQuery } from '../../data/communities/communities.ts'

const mostProposed = 3

/** Members get more candidates than guests, because they have already joined some of the largest communities. */
const fetched = { member: 20, guest: mostProposed }

/** The largest communities: the candidates for the suggestions of the home page. */
export const largestCommunitiesQuery = ({ user }: Pick<Initial, 'user'>) =>
  communitiesQuery({ sort: 'size', limit: user ? fetched.member : fetched.guest })

/** The candidates that the viewer has not joined, in their order. */
export const communitiesToPropose = (largest: readonly Community[]): Community[] =>
  largest.filter(({ userJoined }) => !userJoined).slice(0, mostProposed)
