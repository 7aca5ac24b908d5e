import type { User } from '../../../contract/entities/ownUser.ts'
import { listsQuery } from '../../data/lists/lists.ts'
import type { UserFeedParams } from '../../data/users/users.ts'
import { refusalText } from '../../features/failures/refusalText.ts'
import { formatMonth } from '../../ui/text/formatDate.ts'

/** What of a member's an address asks for; everything that makes no sense means all of it. */
export function userFeedOf({ username }: { username: string }, search: URLSearchParams): UserFeedParams {
  const asked = search.get('filter')
  return {
    username,
    filter: asked === 'posts' || asked === 'comments' ? asked : 'overview',
    from: search.get('next'),
  }
}

/** The lists that stand beside what a member wrote. */
export const listsBeside = ({ username }: { username: string }) =>
  listsQuery({ username, sort: 'lastAdded', filter: 'all' })

/** Whether narrow windows show what is beside the feed instead of it. */
export const isAboutTab = (search: URLSearchParams): boolean => search.get('tab') === 'about'

/** Why this viewer gets to see nothing of a member, in words for them; null when they do. */
export function closedReason(
  user: Pick<User, 'deleted' | 'isBanned'>,
  viewer: { isAdmin: boolean } | null,
): string | null {
  if (viewer?.isAdmin) return null
  if (user.deleted) return 'Account deleted.'
  return user.isBanned ? 'Account suspended.' : null
}

/** When a member was here last, as exactly as others may know. @param month as `November 2024`. */
export const lastSeenText = (month: string, now: Date): string =>
  month === formatMonth(now) ? 'Last seen this month' : `Last seen in ${month}`

/** Why a member could not be banned or the ban not be lifted, in words for admins (specification core §8). */
export const banFailureText = (action: 'ban' | 'unban', error: unknown): string =>
  `Failed to ${action} user: ${refusalText(error)}`
