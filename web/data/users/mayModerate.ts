import type { Initial } from '../../../contract/entities/initial.ts'
import type { ModeratorPermission } from '../../../contract/words.ts'

/** Whether the viewer may do something in the tools of a community that they moderate: admins may all. */
export const mayModerate = (
  { user, restrictedIn }: Pick<Initial, 'restrictedIn'> & { user: { isAdmin: boolean } | null },
  communityId: string,
  permission: ModeratorPermission,
): boolean =>
  user?.isAdmin === true ||
  !restrictedIn?.some((one) => one.communityId === communityId && !one.permissions.includes(permission))
