import { lackingMessage } from './permissionMessages.ts'
import { permissionNames } from './permissionNames.ts'
import { t } from './texts/t.ts'
import { type ModeratorPermission, moderatorPermissions } from './words.ts'

/** Several permissions of which something needs one; a test compares them with the calls that there are. */
const choices: readonly (readonly ModeratorPermission[])[] = [
  ['content', 'members'],
  ['content', 'members', 'rules'],
]

const needsByMessage = new Map(
  [...moderatorPermissions.map((one) => [one]), ...choices].map((needs) => [lackingMessage(needs), needs]),
)

/** What a moderator reads where the API refuses something that needs a permission; null for other messages. */
export function lackingText(message: string): string | null {
  const needs = needsByMessage.get(message)
  if (!needs) return null
  const names = permissionNames()
  const [one = '', two = '', three = ''] = needs.map((need) => names[need])
  if (needs.length === 1) return t('You need the permission “{permission}” for this.', { permission: one })
  return needs.length === 2
    ? t('You need the permission “{one}” or “{two}” for this.', { one, two })
    : t('You need the permission “{one}”, “{two}” or “{three}” for this.', { one, two, three })
}
