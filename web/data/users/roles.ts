import type { Community } from '../../../contract/entities/community.ts'

/** A role in which somebody may act besides their own. */
export type Role = 'mods' | 'admins'

/** The roles that the viewer has in a community besides their own: as one of its moderators, as an admin. */
export function rolesIn(
  community: Pick<Community, 'userMod'> | undefined,
  viewer: { isAdmin: boolean } | null,
): Role[] {
  if (!viewer) return []
  return [...(community?.userMod ? ['mods' as const] : []), ...(viewer.isAdmin ? ['admins' as const] : [])]
}
