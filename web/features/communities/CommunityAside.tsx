import type { Community } from '../../../contract/entities/community.ts'
import type { Initial } from '../../../contract/entities/initial.ts'
import { InitialContext, useViewer } from '../../data/account/initial.ts'
import { only } from '../../data/account/viewerFacts.ts'
import { CachedMarkup } from '../../ui/markup/CachedMarkup.tsx'
import { CommunityCard } from './CommunityCard.tsx'
import { RulesCard } from './RulesCard.tsx'

function SharedAside({ community }: { community: Community }) {
  const isGuest = useViewer() === null
  const { userJoined, userMod, isMuted } = community
  return (
    <CachedMarkup
      name="community"
      items={[community]}
      facts={{ isGuest, state: { userJoined, userMod, isMuted } }}
      render={([shared = community], facts) => (
        <InitialContext value={only<Initial>({ user: facts.isGuest ? null : only({}) })}>
          <Cards community={{ ...shared, ...facts.state }} />
        </InitialContext>
      )}
    >
      <Cards community={community} />
    </CachedMarkup>
  )
}

function Cards({ community }: { community: Community }) {
  return (
    <>
      <CommunityCard community={community} />
      <RulesCard community={community} />
    </>
  )
}

/** The right column of pages that belong to a community. The server shares its markup between viewers. */
export const CommunityAside = import.meta.env.SSR ? SharedAside : Cards
