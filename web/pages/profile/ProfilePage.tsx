import { hashKey, useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { User } from '../../../contract/entities/ownUser.ts'
import { Button } from '../../components/Button.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { TabLinks } from '../../components/TabLinks.tsx'
import { useViewer } from '../../data/initial.ts'
import { addressOfUser } from '../../data/userAddress.ts'
import { type UserFeedAddress, userFeedQuery, userQuery } from '../../data/users.ts'
import { useShown } from '../../navigation.ts'
import type { PageProps } from '../../routes.tsx'
import { Head } from '../../shell/Head.tsx'
import { PageLayout } from '../../shell/PageLayout.tsx'
import { aboutExcerpt } from '../community/aboutText.ts'
import { ContentCard } from '../feed/ContentCard.tsx'
import { LayoutSwitch } from '../feed/FeedControls.tsx'
import { FeedPages } from '../feed/FeedPages.tsx'
import { feedItemKey } from '../feed/feedMemory.ts'
import { AdminDetails } from './AdminDetails.tsx'
import { ProfileCard } from './ProfileCard.tsx'
import styles from './ProfilePage.module.css'
import { closedReason, isAboutTab, userFeedOf } from './profile.ts'
import { SideCards } from './SideCards.tsx'

/** A member: who they are, and what they wrote. */
export default function ProfilePage({ params }: PageProps) {
  const viewer = useViewer()
  const { data: user } = useSuspenseQuery(userQuery(params.username ?? '', viewer))
  const search = new URLSearchParams(useShown().search)
  const closed = closedReason(user, viewer)
  if (closed)
    return (
      <PageLayout>
        <Head title={`@${user.username}`} noindex />
        <EmptyState
          icon="user"
          title={closed}
          heading="h1"
          text={`@${user.username}`}
          action={<Button href="/">Go home</Button>}
        />
      </PageLayout>
    )
  const isAbout = isAboutTab(search)
  const address = userFeedOf(user, search)
  return (
    <PageLayout
      aside={
        <>
          <SideCards user={user} />
          {viewer?.isAdmin && <AdminDetails user={user} />}
        </>
      }
      narrowAside={isAbout ? 'shown' : 'hidden'}
    >
      <ProfileHead user={user} isAbout={isAbout} isPart={address.from !== null} />
      <ProfileCard user={user} />
      <div className={styles.narrowTabs}>
        <TabLinks label="Parts of the profile" items={narrowTabs(user, isAbout)} />
      </div>
      <div className={styles.written} data-is-about={isAbout}>
        <Tabs address={address} />
        <UserFeed address={address} />
      </div>
    </PageLayout>
  )
}

function ProfileHead({ user, isAbout, isPart }: { user: User; isAbout: boolean; isPart: boolean }) {
  return (
    <Head
      title={isAbout ? `About @${user.username}` : `@${user.username}`}
      description={aboutExcerpt(user.aboutMe)}
      hasFeed
      noindex={isPart || user.deleted || user.isBanned}
      image={pictureOf(user)}
    />
  )
}

/** The picture in the largest of its small sizes, for link previews. */
function pictureOf({ proPic }: User) {
  const copy = proPic?.copies.find(({ name }) => name === 'medium')
  if (!proPic || !copy) return null
  return { url: copy.url, width: copy.width, height: copy.height, altText: proPic.altText }
}

const narrowTabs = ({ username }: User, isAbout: boolean) => [
  { label: 'Posts', href: addressOfUser(username), current: !isAbout },
  { label: 'About', href: `${addressOfUser(username)}?tab=about`, current: isAbout },
]

function Tabs({ address: { username, filter } }: { address: UserFeedAddress }) {
  const path = addressOfUser(username)
  return (
    <div className={styles.tabs}>
      <TabLinks
        label={`Written by @${username}`}
        items={[
          { label: 'Overview', href: path, current: filter === 'overview' },
          { label: 'Posts', href: `${path}?filter=posts`, current: filter === 'posts' },
          { label: 'Comments', href: `${path}?filter=comments`, current: filter === 'comments' },
        ]}
      />
      <LayoutSwitch />
    </div>
  )
}

const nothing = { overview: 'Nothing here yet', posts: 'No posts yet', comments: 'No comments yet' } as const

function UserFeed({ address }: { address: UserFeedAddress }) {
  const query = userFeedQuery(address)
  const isOwn = useViewer()?.username === address.username
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
            title={nothing[address.filter]}
            text="What you write can be found here, by you and by everybody else."
            action={
              <Button href="/new" icon="add">
                Create post
              </Button>
            }
          />
        ) : (
          <EmptyState
            title={nothing[address.filter]}
            text={`@${address.username} has not written anything that could be shown here.`}
          />
        )
      }
    />
  )
}
