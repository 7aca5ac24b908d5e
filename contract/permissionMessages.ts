import type { ModeratorPermission } from './words.ts'

const names: Record<ModeratorPermission, string> = {
  content: 'posts and comments',
  members: 'members',
  settings: 'settings',
  mail: 'messages',
  rules: 'rules',
}

/** What the API answers a moderator who has none of the permissions of which something needs one. */
export const lackingMessage = (needs: readonly ModeratorPermission[]): string =>
  `You moderate this community, but without the permission for ${needs.map((one) => names[one]).join(' or ')}.`
