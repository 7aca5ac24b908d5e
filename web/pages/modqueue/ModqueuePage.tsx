import { hashKey, useInfiniteQuery } from '@tanstack/react-query'
import { Banner } from '../../components/Banner.tsx'
import { Button } from '../../components/Button.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { SegmentedLinks } from '../../components/SegmentedLinks.tsx'
import { useInitial } from '../../data/initial.ts'
import { type QueueAddress, queueQuery, reportFilters } from '../../data/moderation.ts'
import { useShown } from '../../navigation.ts'
import { Head } from '../../shell/Head.tsx'
import { PageLayout } from '../../shell/PageLayout.tsx'
import { FeedPages } from '../feed/FeedPages.tsx'
import { feedItemKey } from '../feed/feedMemory.ts'
import { countsByFilter, filterLabels } from '../moderation/filters.ts'
import { ModeratedCommunities } from '../moderation/ModeratedCommunities.tsx'
import { Forbidden } from '../status/Forbidden.tsx'
import styles from './ModqueuePage.module.css'
import { QueueItem } from './QueueItem.tsx'
import { addressOfQueue, hasQueue, readQueue } from './queueAddress.ts'

/** Everything that waits for a moderator, in all of their communities. */
export default function ModqueuePage() {
  const initial = useInitial()
  const address = readQueue(new URLSearchParams(useShown().search), initial)
  // They may have lost their office since the page was opened.
  if (!hasQueue(initial)) return <Forbidden />
  return (
    <PageLayout aside={<ModeratedCommunities />}>
      <Head title="Moderation queue" noindex />
      <h1 className={styles.title}>Moderation queue</h1>
      <Queue address={address} />
    </PageLayout>
  )
}

function Queue({ address }: { address: QueueAddress }) {
  const query = queueQuery(address)
  const queue = useInfiniteQuery(query)
  const counts = queue.data?.pages[0] && countsByFilter(queue.data.pages[0].details)
  return (
    <>
      <div className={styles.controls}>
        <SegmentedLinks
          label="Show"
          items={reportFilters.map((filter) => ({
            label: counts ? `${filterLabels[filter]} (${counts[filter]})` : filterLabels[filter],
            href: addressOfQueue({ ...address, filter }),
            current: filter === address.filter,
          }))}
        />
        <Scopes address={address} />
      </div>
      {address.from !== null && (
        <div className={styles.later}>
          <Banner
            action={
              <Button small variant="soft" href={addressOfQueue(address)}>
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

/** Admins who are moderators too choose between their own communities and all. */
function Scopes({ address }: { address: QueueAddress }) {
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
        href: addressOfQueue({ ...address, scope }),
        current: scope === address.scope,
      }))}
    />
  )
}
