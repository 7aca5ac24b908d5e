import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { EmptyState } from '../../components/EmptyState.tsx'
import { moderatedPostsQuery } from '../../data/moderation.ts'
import { useShown } from '../../navigation.ts'
import { TargetActions } from '../moderation/TargetActions.tsx'
import { TargetCard } from '../moderation/TargetCard.tsx'
import { NumberedList } from './NumberedList.tsx'
import { addressOfPage, readPage } from './numberedPage.ts'
import type { ScreenContext, ScreenProps } from './screens.ts'

type Filter = 'deleted' | 'locked'

const preparePosts =
  (filter: Filter) =>
  ({ community, search, load }: ScreenContext) =>
    load(moderatedPostsQuery({ communityId: community.id, filter, page: readPage(search) }))

export const prepareRemoved = preparePosts('deleted')
export const prepareLocked = preparePosts('locked')

/** The posts that are no longer there, by whomever they were taken down. */
export const RemovedScreen = ({ community }: ScreenProps) => (
  <PostsScreen
    community={community}
    filter="deleted"
    label="Removed posts"
    empty={
      <EmptyState
        icon="delete"
        title="No removed posts"
        text="Posts that moderators, admins or their authors delete are listed here."
      />
    }
  />
)

/** The posts that nobody can comment on or vote on any more. */
export const LockedScreen = ({ community }: ScreenProps) => (
  <PostsScreen
    community={community}
    filter="locked"
    label="Locked posts"
    empty={<EmptyState icon="lock" title="No locked posts" text="Posts that are locked are listed here." />}
  />
)

interface PostsScreen extends ScreenProps {
  filter: Filter
  label: string
  empty: ReactNode
}

function PostsScreen({ community, filter, label, empty }: PostsScreen) {
  const { path, search } = useShown()
  const page = readPage(new URLSearchParams(search))
  const { data } = useSuspenseQuery(moderatedPostsQuery({ communityId: community.id, filter, page }))
  return (
    <section aria-label={label}>
      <NumberedList
        page={page}
        count={data.noPosts}
        hrefFor={(number) => addressOfPage(path, { page: number })}
        empty={empty}
      >
        {data.posts.map((post) => (
          <TargetCard
            key={post.id}
            content={{ type: 'post', item: post }}
            actions={<TargetActions content={{ type: 'post', item: post }} />}
          />
        ))}
      </NumberedList>
    </section>
  )
}
