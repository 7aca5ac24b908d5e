import { type ComponentType, useEffect, useState } from 'react'
import { t } from '../../../contract/texts/t.ts'
import { useInitial } from '../../data/account/initial.ts'
import { NoCommunitiesYet } from '../../features/communityCreation/NoCommunitiesYet.tsx'
import { useDialogs } from '../../features/dialogs/dialogs.tsx'
import { Feed } from '../../features/feed/Feed.tsx'
import { FeedControls } from '../../features/feed/FeedControls.tsx'
import { type HomePath, homeFeed } from '../../features/feed/homeFeed.ts'
import { useRememberedSort } from '../../features/feed/useRememberedSort.ts'
import { NarrowWelcome, WelcomeCard } from '../../features/signup/WelcomeCard.tsx'
import { useNavigator } from '../../router/navigator.ts'
import { useShownPage } from '../../router/page.ts'
import { Head } from '../../shell/layout/Head.tsx'
import { PageLayout } from '../../shell/layout/PageLayout.tsx'
import { Button } from '../../ui/buttons/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { NeedsScript } from '../../ui/layout/NeedsScript.tsx'
import { Markdown } from '../../ui/markdown/Markdown.tsx'
import { ActiveCommunities } from './ActiveCommunities.tsx'

const titleOf = (path: HomePath): string =>
  path === '/' ? t('Home') : path === '/all' ? t('All') : t('Subscriptions')

/** The front page, and the feeds of all posts and of the viewer's subscriptions. */
export default function HomePage() {
  useRememberedSort()
  const path = useShownPage().path as HomePath
  const search = new URLSearchParams(useShownPage().search)
  const feedParams = homeFeed(path, useInitial(), search)
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
        {...(path !== '/' && { title: titleOf(path) })}
        noindex={feedParams.from !== null}
        hasFeed={path !== '/subscriptions'}
      />
      <NewSiteChecklist />
      {path === '/' && <Welcome />}
      <FeedControls title={titleOf(path)} action={<NarrowWelcome />} />
      <Feed feedParams={feedParams} empty={<EmptyFeed isHome={feedParams.feed === 'home'} />} />
    </PageLayout>
  )
}

/** The welcome text for guests. */
function Welcome() {
  const { welcome } = useInitial()
  const { navigate } = useNavigator()
  if (!welcome) return null
  return (
    <Card padded as="section" aria-label={t('Welcome')}>
      <Markdown html={welcome} onNavigate={navigate} />
    </Card>
  )
}

function EmptyFeed({ isHome }: { isHome: boolean }) {
  const { hasCommunities, communities } = useInitial()
  const dialogs = useDialogs()
  if (!hasCommunities) return <NoCommunitiesYet />
  return isHome ? (
    <EmptyState
      title={t('Your feed is empty')}
      text={
        communities.length === 0
          ? t("You haven't joined any communities. Choose some to see their posts here.")
          : t('No posts in your communities yet. Join more, or browse all posts.')
      }
      action={
        <>
          <NeedsScript>
            <Button variant="main" onClick={() => dialogs.open('welcome')}>
              {t('Choose communities')}
            </Button>
          </NeedsScript>
          <Button href="/all">{t('See all posts')}</Button>
        </>
      }
    />
  ) : (
    <EmptyState
      title={t('No posts yet')}
      text={t('Be the first to post.')}
      action={<Button href="/new">{t('Create post')}</Button>}
    />
  )
}

/** For admins of a new site. Loaded after the page: other people never need it. */
function NewSiteChecklist() {
  const { showsChecklist } = useInitial()
  const [Checklist, setChecklist] = useState<ComponentType | null>(null)
  useEffect(() => {
    if (!showsChecklist) return
    import('./Checklist.tsx').then(
      (loaded) => setChecklist(() => loaded.Checklist),
      // The next visit tries again.
      () => {},
    )
  }, [showsChecklist])
  return showsChecklist && Checklist && <Checklist />
}

export { LoginBox as ForGuests } from '../../features/login/LoginBox.tsx'
