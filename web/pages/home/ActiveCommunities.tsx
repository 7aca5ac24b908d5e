import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Community } from '../../../contract/entities/community.ts'
import type { Initial } from '../../../contract/entities/initial.ts'
import { t } from '../../../contract/texts/t.ts'
import { InitialContext, useInitial } from '../../data/account/initial.ts'
import { only } from '../../data/account/viewerFacts.ts'
import { CommunityAvatar } from '../../features/communities/CommunityAvatar.tsx'
import { JoinButton } from '../../features/communities/JoinButton.tsx'
import { MemberCount } from '../../features/communities/MemberCount.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { CachedMarkup } from '../../ui/markup/CachedMarkup.tsx'
import { Link } from '../../ui/navigation/Link.tsx'
import { isolated } from '../../ui/text/isolated.tsx'
import styles from './ActiveCommunities.module.css'
import { communitiesToPropose, largestCommunitiesQuery } from './activeCommunities.ts'

function LiveActiveCommunities() {
  const initial = useInitial()
  // The list that was loaded with the page stays, even when the session ends meanwhile.
  const [query] = useState(() => largestCommunitiesQuery(initial))
  const { data: largest } = useSuspenseQuery(query)
  // A community that was just joined stays in the list, because another one in its place could get the next click.
  const [proposed] = useState(() => communitiesToPropose(largest).map(({ id }) => id))
  const communities = largest.filter(({ id }) => proposed.includes(id))
  return <Proposed communities={communities} />
}

function SharedActiveCommunities() {
  const initial = useInitial()
  const isGuest = initial.user === null
  const { data: largest } = useSuspenseQuery(largestCommunitiesQuery(initial))
  return (
    <CachedMarkup
      name="active communities"
      items={[]}
      facts={{ isGuest, communities: communitiesToPropose(largest).map(shownOf) }}
      render={(_, facts) => (
        <InitialContext value={only<Initial>({ user: facts.isGuest ? null : only({}) })}>
          <Proposed communities={facts.communities.map((community) => only<Community>(community))} />
        </InitialContext>
      )}
    >
      <LiveActiveCommunities />
    </CachedMarkup>
  )
}

const shownOf = ({ id, name, proPic, noMembers, userJoined, userMod }: Community) => ({
  id,
  name,
  proPic,
  noMembers,
  userJoined,
  userMod,
})

/** Active communities that the viewer has not joined; nothing when there are none. The server shares their markup between viewers. */
export const ActiveCommunities = import.meta.env.SSR ? SharedActiveCommunities : LiveActiveCommunities

function Proposed({ communities }: { communities: readonly Community[] }) {
  if (communities.length === 0) return null
  return (
    <Card as="section" padded aria-label={t('Active communities')}>
      <h2 className={styles.title}>{t('Active communities')}</h2>
      <ul>
        {communities.map((community) => (
          <li key={community.id} className={styles.row}>
            <CommunityAvatar name={community.name} picture={community.proPic} />
            <div className={styles.text}>
              <Link href={`/${community.name}`} className={styles.name} dir="auto">
                {isolated(community.name)}
              </Link>
              <p className="quiet">
                <MemberCount community={community} />
              </p>
            </div>
            <span className={styles.join}>
              <JoinButton community={community} small />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
