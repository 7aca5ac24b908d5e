import type { Post } from '../../../contract/entities/post.ts'
import type { UserGroup } from '../../../contract/entities/schema.ts'
import type { PostRoles } from '../../data/users/roles.ts'

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

/** The groups of a post's menu by role: everyone and the author, moderators, admins. */
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
