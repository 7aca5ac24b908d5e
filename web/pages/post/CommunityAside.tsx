import type { Community } from '../../../contract/entities/community.ts'
import { CommunityCard } from '../community/CommunityCard.tsx'
import { RulesCard } from '../community/RulesCard.tsx'

/** What stands beside everything that belongs to a community. */
export function CommunityAside({ community }: { community: Community }) {
  return (
    <>
      <CommunityCard community={community} />
      <RulesCard community={community} />
    </>
  )
}
