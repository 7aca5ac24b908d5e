import { useSuspenseQuery } from '@tanstack/react-query'
import { t } from '../../../contract/texts/t.ts'
import { useViewer } from '../../data/account/initial.ts'
import { communityQuery } from '../../data/communities/communities.ts'
import { rolesIn } from '../../data/users/roles.ts'
import { CommunityCard } from '../../features/communities/CommunityCard.tsx'
import type { PageProps } from '../../router/route.ts'
import { Head } from '../../shell/layout/Head.tsx'
import { PageLayout } from '../../shell/layout/PageLayout.tsx'
import { Forbidden } from '../../shell/status/Forbidden.tsx'
import { NotFound } from '../../shell/status/NotFound.tsx'
import { ModtoolsHeader } from './ModtoolsHeader.tsx'
import { findScreen, maySee } from './screens.ts'

/** The tools of a community's moderators, one screen at a time. */
export default function ModtoolsPage({ params }: PageProps) {
  const viewer = useViewer()
  const { data: community } = useSuspenseQuery(communityQuery(params.communityName ?? ''))
  const screen = findScreen(params.screen)
  if (!screen) return <NotFound />
  // The viewer may have lost the role since the page was opened.
  if (rolesIn(community, viewer).length === 0 || !maySee(screen, community, viewer)) return <Forbidden />
  return (
    <PageLayout aside={<CommunityCard community={community} />}>
      <Head
        title={t('{screen} · Mod tools for {community}', {
          screen: screen.label(),
          community: community.name,
        })}
        noindex
      />
      <ModtoolsHeader community={community} current={screen} />
      <screen.Screen community={community} />
    </PageLayout>
  )
}
