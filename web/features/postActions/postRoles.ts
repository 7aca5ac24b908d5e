import type { Initial } from '../../../contract/entities/initial.ts'
import type { User } from '../../../contract/entities/ownUser.ts'
import type { Post } from '../../../contract/entities/post.ts'
import type { UserGroup } from '../../../contract/entities/schema.ts'
import { limits } from '../../../contract/limits.ts'

/** The viewer's relations to a post. */
export interface PostRoles {
  readonly isAuthor: boolean
  /** Of the post's community. */
  readonly isModerator: boolean
  readonly isAdmin: boolean
}

/** The member's record is polled; the initial data comes with the page only once. */
export function rolesOn(
  { userId, communityId }: Pick<Post, 'userId' | 'communityId'>,
  { user, moderates }: Pick<Initial, 'moderates'> & { user: Person | null },
): PostRoles {
  const polled = user?.moddingList ?? null
  // A longer list is cut.
  const isWhole = polled !== null && polled.length < limits.moderatedCommunitiesShown
  const moderated = isWhole ? polled.map(({ id }) => id) : moderates
  return {
    isAuthor: user?.id === userId,
    isModerator: user !== null && moderated?.includes(communityId) === true,
    isAdmin: user?.isAdmin ?? false,
  }
}

type Person = Pick<User, 'id' | 'isAdmin' | 'moddingList'>

/** The roles in which a viewer can delete a post; empty when they cannot. */
export function deletionGroups(
  post: Pick<Post, 'deleted' | 'deletedContent'>,
  { isAuthor, isModerator, isAdmin }: PostRoles,
): UserGroup[] {
  if (post.deleted && post.deletedContent) return []
  const groups: UserGroup[] = []
  if (isAuthor) groups.push('normal')
  // Moderators delete a post without erasing its content.
  if (isModerator && !post.deleted) groups.push('mods')
  if (isAdmin) groups.push('admins')
  return groups
}

/** The groups of a post's menu by role: everybody and the author, moderators, admins. */
export type MenuPart = 'own' | 'mods' | 'admins'

export function menuPartsFor(
  post: Pick<Post, 'deleted'>,
  { isAuthor, isModerator, isAdmin }: PostRoles,
): MenuPart[] {
  const parts: MenuPart[] = []
  // Others cannot act on a deleted post.
  if (isAuthor || !post.deleted) parts.push('own')
  if (isModerator) parts.push('mods')
  if (isAdmin) parts.push('admins')
  return parts
}
