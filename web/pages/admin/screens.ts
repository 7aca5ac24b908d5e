import type { ComponentType } from 'react'
import { allCommentsQuery, allCommunitiesQuery, allUsersQuery } from '../../data/adminTables.ts'
import { communityRequestsQuery } from '../../data/communityRequests.ts'
import { ipBlocksQuery } from '../../data/ipBlocks.ts'
import { siteSettingsQuery } from '../../data/siteSettings.ts'
import { statisticsQuery } from '../../data/statistics.ts'
import type { PageContext } from '../../routes.tsx'
import { AllComments } from './AllComments.tsx'
import { AllCommunities } from './AllCommunities.tsx'
import { CommunityRequests } from './CommunityRequests.tsx'
import { IpBlocks } from './IpBlocks.tsx'
import { SiteSettings } from './SiteSettings.tsx'
import { Statistics } from './Statistics.tsx'
import { readTable, readUsers } from './tableAddress.ts'
import { Users } from './Users.tsx'

/** One screen of the dashboard, each in a file of its own. */
export interface Screen {
  readonly label: string
  readonly Screen: ComponentType
  /** Loads what the screen shows. */
  readonly prepare: (context: PageContext) => Promise<unknown>
}

/** The screens of the dashboard by the last part of their address; the first stands at /admin itself. */
export const screens: Readonly<Record<string, Screen>> = {
  '': {
    label: 'Site settings',
    Screen: SiteSettings,
    prepare: ({ load }) => load(siteSettingsQuery),
  },
  users: {
    label: 'Users',
    Screen: Users,
    prepare: ({ search, loadPages }) => loadPages(allUsersQuery(readUsers(search))),
  },
  comments: {
    label: 'Comments',
    Screen: AllComments,
    prepare: ({ search, loadPages }) => loadPages(allCommentsQuery(readTable(search))),
  },
  communities: {
    label: 'Communities',
    Screen: AllCommunities,
    prepare: ({ search, loadPages }) => loadPages(allCommunitiesQuery(readTable(search))),
  },
  ipblocks: {
    label: 'IP blocks',
    Screen: IpBlocks,
    prepare: ({ search, load, loadPages }) =>
      Promise.all([load(siteSettingsQuery), loadPages(ipBlocksQuery(readTable(search)))]),
  },
  bss: {
    label: 'Analytics',
    Screen: Statistics,
    prepare: ({ search, loadPages }) => loadPages(statisticsQuery(readTable(search))),
  },
  'new-community-requests': {
    label: 'Community requests',
    Screen: CommunityRequests,
    prepare: ({ load }) => load(communityRequestsQuery),
  },
}

/** @param name as it stands in the address; null when there is no such screen. */
export const findScreen = (name: string | undefined): Screen | null =>
  name === undefined
    ? (screens[''] ?? null)
    : name && Object.hasOwn(screens, name)
      ? (screens[name] ?? null)
      : null
