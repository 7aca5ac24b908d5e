import type { Community } from '../../../contract/entities/community.ts'
import type { Initial } from '../../../contract/entities/initial.ts'

/** The fields of a community that decide who may post there. */
export type PostingTarget = Pick<Community, 'id' | 'name' | 'postingRestricted' | 'userMod'>

export const restricted = 'Only approved members of this community can post.'

/** Why somebody may not post in a community, or null. */
export function postingMistake(
  community: PostingTarget,
  poster: Pick<Initial, 'bannedFrom'> & { isAdmin: boolean },
): string | null {
  if (poster.bannedFrom?.includes(community.id)) return `You've been banned from ${community.name}.`
  if (community.postingRestricted && !community.userMod && !poster.isAdmin) return restricted
  return null
}
