import { Button } from '../../components/Button.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { useInitial } from '../../data/initial.ts'
import { useShown } from '../../navigation.ts'
import { Head } from '../../shell/Head.tsx'
import { PageLayout } from '../../shell/PageLayout.tsx'
import { Feed } from '../feed/Feed.tsx'
import { FeedControls } from '../feed/FeedControls.tsx'
import { useRememberedSort } from '../feed/useRememberedSort.ts'
import { ActiveCommunities } from './ActiveCommunities.tsx'
import { type HomePath, homeFeed } from './homeFeed.ts'
import { NarrowWelcome, WelcomeCard } from './WelcomeCard.tsx'

const titles: Record<HomePath, string> = { '/': 'Home', '/all': 'All', '/subscriptions': 'Subscriptions' }

/** The front page, and the two feeds beside it. */
export default function HomePage() {
  useRememberedSort()
  const path = useShown().path as HomePath
  const search = new URLSearchParams(useShown().search)
  const address = homeFeed(path, useInitial(), search)
  return (
    <PageLayout
      aside={
        <>
          <WelcomeCard />
          <ActiveCommunities />
        </>
      }
    >
      <Head
        {...(path !== '/' && { title: titles[path] })}
        noindex={address.from !== null}
        hasFeed={path !== '/subscriptions'}
      />
      <NarrowWelcome />
      <FeedControls title={titles[path]} />
      <Feed address={address} empty={<EmptyFeed isHome={address.feed === 'home'} />} />
    </PageLayout>
  )
}

function EmptyFeed({ isHome }: { isHome: boolean }) {
  return isHome ? (
    <EmptyState
      title="Your feed is empty"
      text="Join communities to see their posts here."
      action={<Button href="/communities">Find communities</Button>}
    />
  ) : (
    <EmptyState
      title="No posts yet"
      text="Be the first to write one."
      action={<Button href="/new">Create post</Button>}
    />
  )
}

export { LoginBox as ForGuests } from '../../shell/login/LoginBox.tsx'
