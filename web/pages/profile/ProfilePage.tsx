import { hashKey, useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { User } from '../../../contract/entities/ownUser.ts'
import { t } from '../../../contract/texts/t.ts'
import { useViewer } from '../../data/account/initial.ts'
import { type UserFeedParams, userFeedQuery, userQuery } from '../../data/users/profiles.ts'
import { pathOfUser } from '../../data/users/userPath.ts'
import { aboutExcerpt } from '../../features/communities/aboutText.ts'
import { ContentCard } from '../../features/feed/ContentCard.tsx'
import { LayoutSwitch } from '../../features/feed/FeedControls.tsx'
import { FeedPages } from '../../features/feed/FeedPages.tsx'
import { feedItemKey } from '../../features/feed/feedMemory.ts'
import { useShownPage } from '../../router/page.ts'
import type { PageProps } from '../../router/route.ts'
import { Head } from '../../shell/layout/Head.tsx'
import { PageLayout } from '../../shell/layout/PageLayout.tsx'
import { Button } from '../../ui/buttons/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { TabLinks } from '../../ui/navigation/TabLinks.tsx'
import { AdminDetails } from './AdminDetails.tsx'
import { AdminTrust } from './AdminTrust.tsx'
import { ProfileCard } from './ProfileCard.tsx'
import styles from './ProfilePage.module.css'
import { isAboutTab, profileRefusal, userFeedOf } from './profile.ts'
import { SideCards } from './SideCards.tsx'

/** A member's profile with their posts and comments. */
export default function ProfilePage({ params }: PageProps) {
  const viewer = useViewer()
  const { data: user } = useSuspenseQuery(userQuery(params.username ?? '', viewer))
  const search = new URLSearchParams(useShownPage().search)
  const refusal = profileRefusal(user, viewer)
  if (refusal)
    return (
      <PageLayout>
        <Head title={`@${user.username}`} noindex />
        <EmptyState
          icon="user"
          title={refusal}
          heading="h1"
          text={`@${user.username}`}
          action={<Button href="/">{t('Go home')}</Button>}
        />
      </PageLayout>
    )
  const isAbout = isAboutTab(search)
  const feedParams = userFeedOf(user, search)
  return (
    <PageLayout
      aside={
        <>
          <SideCards user={user} />
          {viewer?.isAdmin && !user.deleted && <AdminTrust username={user.username} />}
          {viewer?.isAdmin && <AdminDetails user={user} />}
        </>
      }
      narrowAside={isAbout ? 'shown' : 'hidden'}
    >
      <ProfileHead user={user} isAbout={isAbout} isPart={feedParams.from !== null} />
      <ProfileCard user={user} />
      <Tabs feedParams={feedParams} isAbout={isAbout} />
      <div className={styles.written} data-is-about={isAbout}>
        <UserFeed feedParams={feedParams} />
      </div>
    </PageLayout>
  )
}

function ProfileHead({ user, isAbout, isPart }: { user: User; isAbout: boolean; isPart: boolean }) {
  return (
    <Head
      title={isAbout ? t('About @{username}', { username: user.username }) : `@${user.username}`}
      description={aboutExcerpt(user.aboutMe)}
      hasFeed
      noindex={isPart || user.deleted || user.isBanned}
      image={pictureOf(user)}
    />
  )
}

/** The picture for link previews, in the largest of its small sizes. */
function pictureOf({ proPic }: User) {
  const copy = proPic?.copies.find(({ name }) => name === 'medium')
  if (!proPic || !copy) return null
  return { url: copy.url, width: copy.width, height: copy.height, altText: proPic.altText }
}

/** In narrow windows, what is otherwise beside the feed is one of the tabs. */
function Tabs({
  feedParams: { username, filter },
  isAbout,
}: {
  feedParams: UserFeedParams
  isAbout: boolean
}) {
  const path = pathOfUser(username)
  return (
    <div className={styles.tabs} data-is-about={isAbout}>
      <TabLinks
        label={t('Written by @{username}', { username })}
        items={[
          { label: t('Overview'), href: path, current: !isAbout && filter === 'overview' },
          { label: t('Posts'), href: `${path}?filter=posts`, current: !isAbout && filter === 'posts' },
          {
            label: t('Comments'),
            href: `${path}?filter=comments`,
            current: !isAbout && filter === 'comments',
          },
          { label: t('About'), href: `${path}?tab=about`, current: isAbout },
        ]}
      />
      <LayoutSwitch />
    </div>
  )
}

const nothing = () => ({
  overview: t('Nothing here yet'),
  posts: t('No posts yet'),
  comments: t('No comments yet'),
})

function UserFeed({ feedParams }: { feedParams: UserFeedParams }) {
  const query = userFeedQuery(feedParams)
  const viewer = useViewer()
  const isOwn = viewer?.username === feedParams.username
  return (
    <FeedPages
      name={hashKey(query.queryKey)}
      feed={useInfiniteQuery(query)}
      itemsOf={({ items }) => items}
      keyOf={({ type, item }) => feedItemKey(type, item.id)}
      show={(content, isFirst) => <ContentCard content={content} isFirst={isFirst} />}
      empty={
        isOwn ? (
          <EmptyState
            title={nothing()[feedParams.filter]}
            text={t('Your posts and comments show up here. Everyone can see them.')}
            action={
              <Button href="/new" icon="add">
                {t('Create post')}
              </Button>
            }
          />
        ) : (
          <EmptyState
            title={nothing()[feedParams.filter]}
            text={t("@{name} hasn't posted anything you can see.", { name: feedParams.username })}
          />
        )
      }
    />
  )
}
