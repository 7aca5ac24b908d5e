import { Button } from '../../components/Button.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { useInitial } from '../../data/initial.ts'
import { useShown } from '../../navigation.ts'
import { Head } from '../../shell/Head.tsx'
import { PageLayout } from '../../shell/PageLayout.tsx'
import { Feed } from '../feed/Feed.tsx'
import { FeedControls } from '../feed/FeedControls.tsx'
import { useRememberedSort } from '../feed/useRememberedSort.ts'
import { ModeratedCommunities } from '../moderation/ModeratedCommunities.tsx'
import { moderatingFeed } from './moderatingFeed.ts'

/** What is posted where the viewer is a moderator; nothing is left out, whatever they hid or muted. */
export default function ModeratingPage() {
  useRememberedSort()
  const initial = useInitial()
  const address = moderatingFeed(initial, new URLSearchParams(useShown().search))
  return (
    <PageLayout aside={<ModeratedCommunities />}>
      <Head title="Moderating" noindex />
      <FeedControls title="Moderating" />
      <Feed
        address={address}
        empty={
          initial.moderates?.length === 0 ? (
            <EmptyState
              icon="moderation"
              title="You moderate no communities"
              text="The posts of the communities that you moderate appear here."
              action={<Button href="/communities">See all communities</Button>}
            />
          ) : (
            <EmptyState
              title="No posts yet"
              text="Nobody has posted in the communities that you moderate."
              action={<Button href="/new">Create post</Button>}
            />
          )
        }
      />
    </PageLayout>
  )
}
