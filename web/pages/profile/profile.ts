import type { User } from '../../../contract/entities/ownUser.ts'
import { t } from '../../../contract/texts/t.ts'
import { listsQuery } from '../../data/lists/lists.ts'
import type { UserFeedParams } from '../../data/users/profiles.ts'
import { formatMonth } from '../../ui/text/formatDate.ts'

/** The filter of a member's feed in the URL; unknown values mean no filter. */
export function userFeedOf({ username }: { username: string }, search: URLSearchParams): UserFeedParams {
  const filter = search.get('filter')
  return {
    username,
    filter: filter === 'posts' || filter === 'comments' ? filter : 'overview',
    from: search.get('next'),
  }
}

/** The lists in the card beside the feed. */
export const listsBeside = ({ username }: { username: string }) =>
  listsQuery({ username, sort: 'lastAdded', filter: 'all' })

/** Whether narrow windows show the cards instead of the feed. */
export const isAboutTab = (search: URLSearchParams): boolean => search.get('tab') === 'about'

/** Why the viewer cannot see a member's profile, as text; null when they can. */
export function profileRefusal(
  user: Pick<User, 'deleted' | 'isBanned'>,
  viewer: { isAdmin: boolean } | null,
): string | null {
  if (viewer?.isAdmin) return null
  if (user.deleted) return t('Account deleted.')
  return user.isBanned ? t('Account suspended.') : null
}

/** When a member was last active, at the precision that others may see. @param english as in the API: `November 2024`. */
export function lastSeenText(english: string, now: Date): string {
  const month = formatMonth(new Date(`1 ${english} UTC`))
  return month === formatMonth(now) ? t('Last seen this month') : t('Last seen in {month}', { month })
}
