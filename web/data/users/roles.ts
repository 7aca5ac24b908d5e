import type { Community } from '../../../contract/entities/community.ts'
import type { Initial } from '../../../contract/entities/initial.ts'
import type { User } from '../../../contract/entities/ownUser.ts'
import type { Post } from '../../../contract/entities/post.ts'
import { limits } from '../../../contract/limits.ts'

/** A role in which someone may act besides their own. */
export type Role = 'mods' | 'admins'

/** The roles that the viewer has in a community besides their own: as one of its moderators, as an admin. */
export function rolesIn(
  community: Pick<Community, 'userMod'> | undefined,
  viewer: { isAdmin: boolean } | null,
): Role[] {
  if (!viewer) return []
  return [...(community?.userMod ? ['mods' as const] : []), ...(viewer.isAdmin ? ['admins' as const] : [])]
}

/** The viewer's relations to a post or comment. */
export interface PostRoles {
  readonly isAuthor: boolean
  /** Whether they moderate the post's community. */
  readonly isModerator: boolean
  readonly isAdmin: boolean
}

/** The member's record is polled; the initial data comes with the page only once. */
export function rolesOn(
  { userId, communityId }: Pick<Post, 'userId' | 'communityId'>,
  { user, moderates }: Pick<Initial, 'moderates'> & { user: Person | null },
): PostRoles {
  return {
    isAuthor: user?.id === userId,
    isModerator: user !== null && moderatedBy(user, moderates)?.includes(communityId) === true,
    isAdmin: user?.isAdmin ?? false,
  }
}

function moderatedBy({ moddingList }: Pick<User, 'moddingList'>, moderates: Initial['moderates']) {
  const polled = moddingList ?? null
  // A longer list is cut.
  const isWhole = polled !== null && polled.length < limits.moderatedCommunitiesShown
  return isWhole ? polled.map(({ id }) => id) : moderates
}

type Person = Pick<User, 'id' | 'isAdmin' | 'moddingList'>
