import type { Initial } from '../../../contract/entities/initial.ts'
import { t } from '../../../contract/texts/t.ts'
import { useInitial } from '../../data/account/initial.ts'
import type { QueueParams } from '../../data/moderation/queue.ts'
import { ModeratedCommunities } from '../../features/moderation/ModeratedCommunities.tsx'
import { Queue } from '../../features/moderation/Queue.tsx'
import { QueueViewAction, QueueViews } from '../../features/moderation/QueueViews.tsx'
import { pathOfQueue } from '../../features/moderation/queueParams.ts'
import { useShownPage } from '../../router/page.ts'
import { Head } from '../../shell/layout/Head.tsx'
import { PageHead } from '../../shell/layout/PageHead.tsx'
import { PageLayout } from '../../shell/layout/PageLayout.tsx'
import { Forbidden } from '../../shell/status/Forbidden.tsx'
import { SegmentedLinks } from '../../ui/navigation/SegmentedLinks.tsx'
import { hasQueue, moderatedBy, parsePageOfQueue, pathOfScope } from './queueParams.ts'

/** The queue of all communities that the viewer moderates. */
export default function ModqueuePage() {
  const initial = useInitial()
  const params = parsePageOfQueue(new URLSearchParams(useShownPage().search), initial)
  // The viewer may have lost the role since the page was opened.
  if (!hasQueue(initial)) return <Forbidden />
  const community = moderatedBy(initial).find(({ id }) => id === params.communityId)?.name
  const base = pathOfScope({ ...params, ...(community !== undefined && { community }) })
  const path = pathOfQueue(base, params)
  return (
    <PageLayout aside={<ModeratedCommunities />}>
      <Head title={t('Moderation queue')} noindex />
      <PageHead title={t('Moderation queue')}>
        <QueueViewAction path={path} />
      </PageHead>
      <Scopes params={params} viewer={initial} />
      <QueueViews path={path} />
      <Queue params={params} base={base} />
    </PageLayout>
  )
}

/** Chooses a community; admins who are also moderators choose between their own communities and all. */
function Scopes({ params, viewer }: { params: QueueParams; viewer: Initial }) {
  const moderated = moderatedBy(viewer)
  const isAdmin = viewer.user?.isAdmin === true
  if (moderated.length < (isAdmin ? 1 : 2)) return null
  const scopes = [
    {
      label: t('My communities'),
      path: pathOfScope({ scope: 'moderating' }),
      communityId: null,
      scope: 'moderating',
    },
    ...(isAdmin
      ? [
          {
            label: t('All communities'),
            path: pathOfScope({ scope: 'all' }),
            communityId: null,
            scope: 'all',
          },
        ]
      : []),
    ...(moderated.length > 1
      ? moderated.map(({ id, name }) => ({
          label: name,
          path: pathOfScope({ scope: 'moderating', community: name }),
          communityId: id,
          scope: params.scope,
        }))
      : []),
  ]
  return (
    <div className="filters">
      <SegmentedLinks
        label={t('Communities')}
        items={scopes.map(({ label, path, communityId, scope }) => ({
          label,
          href: pathOfQueue(path, params),
          current: communityId === params.communityId && scope === params.scope,
        }))}
      />
    </div>
  )
}
