import type { ReactElement } from 'react'
import type { Initial } from '../../contract/entities/initial.ts'
import { InitialContext, useInitial } from '../data/account/initial.ts'
import { only } from '../data/account/viewerFacts.ts'
import { type ShownPage, ShownPageContext, useShownPage } from '../router/page.ts'
import { CachedMarkup } from '../ui/markup/CachedMarkup.tsx'
import { BottomBar, isTab } from './BottomBar.tsx'
import { isEntry, LeftColumn } from './LeftColumn.tsx'
import { Navbar } from './Navbar.tsx'

/** The bar at the top. The server caches its markup per member. */
export const CachedNavbar = import.meta.env.SSR ? SharedNavbar : Navbar

/** The navigation. The server caches its markup per member. */
export const CachedLeftColumn = import.meta.env.SSR ? SharedLeftColumn : LeftColumn

/** The bar at the bottom of phones. The server shares its markup between members with equally many notifications. */
export const CachedBottomBar = import.meta.env.SSR ? SharedBottomBar : BottomBar

function SharedNavbar() {
  const { user } = useInitial()
  if (!user) return <Navbar />
  const { username, points, proPic, notificationsNewCount, hideUserProfilePictures } = user
  return (
    <CachedMarkup
      name="navbar"
      items={nothing}
      facts={{ user: { username, points, proPic, notificationsNewCount, hideUserProfilePictures } }}
      render={(_, initial) => inFrame(initial, nowhere, <Navbar />)}
    >
      <Navbar />
    </CachedMarkup>
  )
}

/** For members with more communities, the left column is not cached. */
const mostCommunities = 200

function SharedLeftColumn() {
  const initial = useInitial()
  const page = useShownPage()
  const { user } = initial
  if (!user || initial.communities.length > mostCommunities) return <LeftColumn />
  return (
    <CachedMarkup
      name="left column"
      items={nothing}
      facts={{
        initial: {
          user: { username: user.username, homeFeed: user.homeFeed, isAdmin: user.isAdmin },
          lists: initial.lists.map(({ id, name, displayName, username }) => ({
            id,
            name,
            displayName,
            username,
          })),
          // Whether there are any.
          moderates: initial.moderates?.length ? [''] : [],
          communities: initial.communities.map(({ id, name, proPic }) => ({ id, name, proPic })),
        },
        where: isEntry(page.path, initial) ? { path: page.path, search: page.search } : nowhere,
      }}
      render={(_, { initial, where }) => inFrame(initial, where, <LeftColumn />)}
    >
      <LeftColumn />
    </CachedMarkup>
  )
}

function SharedBottomBar() {
  const { user } = useInitial()
  const { path } = useShownPage()
  if (!user) return <BottomBar />
  return (
    <CachedMarkup
      name="bottom bar"
      items={nothing}
      facts={{
        initial: { user: { notificationsNewCount: user.notificationsNewCount } },
        where: isTab(path) ? { path, search: '' } : nowhere,
      }}
      render={(_, { initial, where }) => inFrame(initial, where, <BottomBar />)}
    >
      <BottomBar />
    </CachedMarkup>
  )
}

/** The frame shows nothing of posts, comments or communities. */
const nothing: readonly object[] = []

/** A page without a link in the frame. */
const nowhere = { path: '', search: '' }

/** A part of the frame rendered from these facts only. */
function inFrame(
  { user, ...initial }: { user: Partial<NonNullable<Initial['user']>> },
  page: Pick<ShownPage, 'path' | 'search'>,
  part: ReactElement,
) {
  const content = { kind: 'not-found' } as const
  return (
    <InitialContext value={only<Initial>({ ...initial, user: only(user) })}>
      <ShownPageContext value={only<ShownPage>({ ...page, content })}>{part}</ShownPageContext>
    </InitialContext>
  )
}
