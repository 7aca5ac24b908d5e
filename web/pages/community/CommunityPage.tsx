import { useSuspenseQuery } from '@tanstack/react-query'
import type { Community } from '../../../contract/entities/community.ts'
import { t } from '../../../contract/texts/t.ts'
import { useInitial } from '../../data/account/initial.ts'
import { communityQuery } from '../../data/communities/communities.ts'
import { usePostingRefusal } from '../../data/posts/posting.ts'
import { aboutExcerpt } from '../../features/communities/aboutText.ts'
import { RulesCard } from '../../features/communities/RulesCard.tsx'
import { Feed } from '../../features/feed/Feed.tsx'
import { FeedControls } from '../../features/feed/FeedControls.tsx'
import { useRememberedSort } from '../../features/feed/useRememberedSort.ts'
import { useShownPage } from '../../router/page.ts'
import type { PageProps } from '../../router/route.ts'
import { Head } from '../../shell/layout/Head.tsx'
import { PageLayout } from '../../shell/layout/PageLayout.tsx'
import { Button } from '../../ui/buttons/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { onDemand } from '../../ui/onDemand.tsx'
import { AboutCard } from './AboutCard.tsx'
import { AboutTab } from './AboutTab.tsx'
import { CommunityHeader } from './CommunityHeader.tsx'
import { communityFeed, isAboutTab } from './communityFeed.ts'
import { ModeratorsCard } from './ModeratorsCard.tsx'

/** What of the viewer waits for review here. Guests, whose first page is to be small, load nothing of it. */
const HeldFlag = onDemand(() => import('../../features/held/HeldFlag.tsx'), { isDispensable: true })

export default function CommunityPage({ params }: PageProps) {
  const { data: community } = useSuspenseQuery(communityQuery(params.communityName ?? ''))
  const search = new URLSearchParams(useShownPage().search)
  const isAbout = isAboutTab(search)
  return (
    <PageLayout aside={!isAbout && <Beside community={community} />}>
      <Head
        title={isAbout ? t('About {name}', { name: community.name }) : community.name}
        description={aboutExcerpt(community.about)}
        {...(isAbout && { canonicalPath: `/${community.name}?tab=about` })}
        hasFeed
        noindex={search.has('next')}
        image={pictureOf(community)}
      />
      <CommunityHeader community={community} isAbout={isAbout} />
      {isAbout ? <AboutTab community={community} /> : <PostsTab community={community} search={search} />}
    </PageLayout>
  )
}

/** For link previews: the banner, otherwise the icon. */
function pictureOf({ bannerImage, proPic }: Community) {
  const image = bannerImage ?? proPic
  const copy = image?.copies.at(-1)
  return image && copy
    ? { url: copy.url, width: copy.width, height: copy.height, altText: image.altText }
    : null
}

function PostsTab({ community, search }: { community: Community; search: URLSearchParams }) {
  useRememberedSort()
  const initial = useInitial()
  const isOpen = usePostingRefusal(community) === null
  return (
    <>
      <FeedControls />
      {initial.user && <HeldFlag communityId={community.id} />}
      <div data-in-community="">
        <Feed
          feedParams={communityFeed(community, initial, search)}
          empty={
            <EmptyState
              title={t('No posts yet')}
              {...(isOpen && {
                text: t('Be the first to post in {name}.', { name: community.name }),
                action: <Button href={`/new?community=${community.name}`}>{t('Create post')}</Button>,
              })}
            />
          }
        />
      </div>
    </>
  )
}

function Beside({ community }: { community: Community }) {
  return (
    <>
      <AboutCard community={community} />
      <RulesCard community={community} />
      <ModeratorsCard community={community} />
    </>
  )
}
