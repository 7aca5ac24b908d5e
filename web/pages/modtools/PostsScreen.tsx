import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { t } from '../../../contract/texts/t.ts'
import { moderatedPostsQuery } from '../../data/moderation/decisions.ts'
import { NumberedList } from '../../features/moderation/NumberedList.tsx'
import { parsePage, pathOfPage } from '../../features/moderation/numberedPage.ts'
import { TargetActions } from '../../features/moderation/TargetActions.tsx'
import { TargetCard } from '../../features/moderation/TargetCard.tsx'
import { useShownPage } from '../../router/page.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import type { ScreenContext, ScreenProps } from './screen.ts'

type Filter = 'deleted' | 'locked'

const preparePosts =
  (filter: Filter) =>
  ({ community, search, load }: ScreenContext) =>
    load(moderatedPostsQuery({ communityId: community.id, filter, page: parsePage(search) }))

export const prepareRemoved = preparePosts('deleted')
export const prepareLocked = preparePosts('locked')

/** The deleted posts, by author, moderators and admins. */
export const RemovedScreen = ({ community }: ScreenProps) => (
  <PostsScreen
    community={community}
    filter="deleted"
    label={t('Removed posts')}
    empty={
      <EmptyState
        icon="delete"
        title={t('No removed posts')}
        text={t('Removed and deleted posts show up here.')}
      />
    }
  />
)

/** The locked posts. */
export const LockedScreen = ({ community }: ScreenProps) => (
  <PostsScreen
    community={community}
    filter="locked"
    label={t('Locked posts')}
    empty={<EmptyState icon="lock" title={t('No locked posts')} text={t('Locked posts show up here.')} />}
  />
)

interface PostsScreenProps extends ScreenProps {
  filter: Filter
  label: string
  empty: ReactNode
}

function PostsScreen({ community, filter, label, empty }: PostsScreenProps) {
  const { path, search } = useShownPage()
  const page = parsePage(new URLSearchParams(search))
  const { data } = useSuspenseQuery(moderatedPostsQuery({ communityId: community.id, filter, page }))
  return (
    <section aria-label={label}>
      <NumberedList
        page={page}
        count={data.noPosts}
        hrefFor={(number) => pathOfPage(path, { page: number })}
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
