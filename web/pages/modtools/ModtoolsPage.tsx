import { useSuspenseQuery } from '@tanstack/react-query'
import { communityQuery } from '../../data/communities.ts'
import { useViewer } from '../../data/initial.ts'
import { officesIn } from '../../data/roles.ts'
import type { PageProps } from '../../routes.tsx'
import { Head } from '../../shell/Head.tsx'
import { PageLayout } from '../../shell/PageLayout.tsx'
import { CommunityCard } from '../community/CommunityCard.tsx'
import { Forbidden } from '../status/Forbidden.tsx'
import { NotFound } from '../status/NotFound.tsx'
import { ModtoolsHeader } from './ModtoolsHeader.tsx'
import { findScreen } from './screens.ts'

/** What moderators do for their community, one screen at a time. */
export default function ModtoolsPage({ params }: PageProps) {
  const viewer = useViewer()
  const { data: community } = useSuspenseQuery(communityQuery(params.communityName ?? ''))
  const screen = findScreen(params.screen)
  if (!screen) return <NotFound />
  // They may have lost their office since the page was opened.
  if (officesIn(community, viewer).length === 0) return <Forbidden />
  return (
    <PageLayout aside={<CommunityCard community={community} />}>
      <Head title={`${screen.label} · Moderation tools of ${community.name}`} noindex />
      <ModtoolsHeader community={community} current={screen} />
      <screen.Screen community={community} />
    </PageLayout>
  )
}
