import type { Community } from '../../../contract/entities/community.ts'
import type { Initial } from '../../../contract/entities/initial.ts'
import { t } from '../../../contract/texts/t.ts'
import { useInitial } from '../account/initial.ts'
import { refusalByBan } from '../users/bans.ts'

/** The fields of a community that decide who may post there. */
export type PostingTarget = Pick<Community, 'id' | 'name' | 'postingRestricted' | 'userMod'>

export const restrictedText = (): string => t('Only approved members of this community can post.')

/** Why someone may not post in a community, or null. */
export function postingRefusal(
  community: PostingTarget,
  poster: Pick<Initial, 'bans'> & { isAdmin: boolean },
): string | null {
  const banned = refusalByBan(poster.bans, community, 'posting')
  if (banned !== null) return banned
  if (community.postingRestricted && !community.userMod && !poster.isAdmin) return restrictedText()
  return null
}

/** Why the viewer may not post in a community, or null. Guests get null: they may once they have an account. */
export function usePostingRefusal(community: PostingTarget): string | null {
  const { user, bans } = useInitial()
  return postingRefusal(community, { bans, isAdmin: user?.isAdmin ?? false })
}
