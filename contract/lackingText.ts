import { lackingMessage } from './permissionMessages.ts'
import { permissionNames } from './permissionNames.ts'
import { orText } from './texts/list.ts'
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
  return t('You need the {permission} permission for this.', {
    permission: orText(needs.map((need) => t('“{text}”', { text: names[need] }))),
  })
}
