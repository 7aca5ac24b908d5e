import type { Community } from '../../../contract/entities/community.ts'
import { useInitial } from '../../data/account/initial.ts'
import { postingMistake } from '../../data/posts/posting.ts'

/** Why the viewer may not post in a community, or null. Guests get null: they may once they have an account. */
export function usePostingMistake(community: Community): string | null {
  const { user, bans } = useInitial()
  return postingMistake(community, { bans, isAdmin: user?.isAdmin ?? false })
}
