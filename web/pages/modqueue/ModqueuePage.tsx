import { hashKey, useInfiniteQuery } from '@tanstack/react-query'
import { useInitial } from '../../data/account/initial.ts'
import { type QueueParams, queueQuery, reportFilters } from '../../data/moderation/moderation.ts'
import { FeedPages } from '../../features/feed/FeedPages.tsx'
import { feedItemKey } from '../../features/feed/feedMemory.ts'
import { countsByFilter, filterLabels } from '../../features/moderation/filters.ts'
import { ModeratedCommunities } from '../../features/moderation/ModeratedCommunities.tsx'
import { useShownPage } from '../../router/page.ts'
import { Head } from '../../shell/layout/Head.tsx'
import { PageLayout } from '../../shell/layout/PageLayout.tsx'
import { Forbidden } from '../../shell/status/Forbidden.tsx'
import { Button } from '../../ui/buttons/Button.tsx'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { SegmentedLinks } from '../../ui/navigation/SegmentedLinks.tsx'
import styles from './ModqueuePage.module.css'
import { QueueItem } from './QueueItem.tsx'
import { hasQueue, parseQueue, pathOfQueue } from './queueParams.ts'

/** Open reports from all communities that the viewer moderates. */
export default function ModqueuePage() {
  const initial = useInitial()
  const queueParams = parseQueue(new URLSearchParams(useShownPage().search), initial)
  // The viewer may have lost the role since the page was opened.
  if (!hasQueue(initial)) return <Forbidden />
  return (
    <PageLayout aside={<ModeratedCommunities />}>
      <Head title="Moderation queue" noindex />
      <h1 className={styles.title}>Moderation queue</h1>
      <Queue queueParams={queueParams} />
    </PageLayout>
  )
}

function Queue({ queueParams }: { queueParams: QueueParams }) {
  const query = queueQuery(queueParams)
  const queue = useInfiniteQuery(query)
  const counts = queue.data?.pages[0] && countsByFilter(queue.data.pages[0].details)
  return (
    <>
      <div className={styles.controls}>
        <SegmentedLinks
          label="Show"
          items={reportFilters.map((filter) => ({
            label: counts ? `${filterLabels[filter]} (${counts[filter]})` : filterLabels[filter],
            href: pathOfQueue({ ...queueParams, filter }),
            current: filter === queueParams.filter,
          }))}
        />
        <Scopes queueParams={queueParams} />
      </div>
      {queueParams.from !== null && (
        <div className={styles.later}>
          <Banner
            action={
              <Button small variant="soft" href={pathOfQueue(queueParams)}>
                From the beginning
              </Button>
            }
          >
            These are older reports.
          </Banner>
        </div>
      )}
      <FeedPages
        name={hashKey(query.queryKey)}
        feed={queue}
        itemsOf={({ items }) => items}
        keyOf={({ type, targetId }) => feedItemKey(type, targetId)}
        show={(item) => <QueueItem item={item} />}
        empty={
          <EmptyState
            icon="success"
            title="All done"
            text="There are no reports that wait for a moderator."
          />
        }
      />
    </>
  )
}

/** Admins who are also moderators choose between their own communities and all. */
function Scopes({ queueParams }: { queueParams: QueueParams }) {
  const { user, moderates } = useInitial()
  if (!user?.isAdmin || !moderates?.length) return null
  const scopes = [
    { scope: 'moderating', label: 'My communities' },
    { scope: 'all', label: 'All communities' },
  ] as const
  return (
    <SegmentedLinks
      label="Of"
      items={scopes.map(({ scope, label }) => ({
        label,
        href: pathOfQueue({ ...queueParams, scope }),
        current: scope === queueParams.scope,
      }))}
    />
  )
}
