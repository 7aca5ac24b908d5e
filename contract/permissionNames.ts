import { listText } from './texts/list.ts'
import { t } from './texts/t.ts'
import { type ModeratorPermission, moderatorPermissions } from './words.ts'

/** The label of each permission of moderators. */
export const permissionNames = (): Record<ModeratorPermission, string> => ({
  content: t('Posts and comments'),
  members: t('Members'),
  settings: t('Settings'),
  mail: t('Messages'),
  rules: t('Rules'),
})

/** Several permissions in the order in which pages list them, as one text. */
export function namesOfPermissions(permissions: readonly ModeratorPermission[]): string {
  const names = permissionNames()
  return listText(moderatorPermissions.filter((one) => permissions.includes(one)).map((one) => names[one]))
}
