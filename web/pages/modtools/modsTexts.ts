import { refusalOf } from '../../data/failure.ts'

/** The error for the name of a new moderator; null when the failure has another cause. */
export function additionFailureText(error: unknown, username: string): string | null {
  const refusal = refusalOf(error)
  switch (refusal?.code) {
    case 'user_not_found':
      return 'User not found'
    case 'user-banned':
      return `@${username} is suspended.`
    case 'banned_from_community':
      return `@${username} is banned from this community.`
    case 'too-many-mods':
      return refusal.message
    default:
      return null
  }
}
