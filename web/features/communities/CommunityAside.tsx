import type { Community } from '../../../contract/entities/community.ts'
import { CommunityCard } from './CommunityCard.tsx'
import { RulesCard } from './RulesCard.tsx'

/** The right column of pages that belong to a community. */
export function CommunityAside({ community }: { community: Community }) {
  return (
    <>
      <CommunityCard community={community} />
      <RulesCard community={community} />
    </>
  )
}
