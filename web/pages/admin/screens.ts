import type { ComponentType } from 'react'
import { allCommentsQuery, allCommunitiesQuery, allUsersQuery } from '../../data/admin/adminTables.ts'
import { ipBlocksQuery } from '../../data/admin/ipBlocks.ts'
import { settingChangesQuery, settingsQuery } from '../../data/admin/settings.ts'
import { siteSettingsQuery } from '../../data/admin/siteSettings.ts'
import { staticPageTextQuery } from '../../data/admin/staticPageTexts.ts'
import { statisticsQuery } from '../../data/admin/statistics.ts'
import { communityRequestsQuery } from '../../data/communities/communityRequests.ts'
import type { PageContext } from '../../router/route.ts'
import { AllComments } from './AllComments.tsx'
import { AllCommunities } from './AllCommunities.tsx'
import { CommunityRequests } from './CommunityRequests.tsx'
import { IpBlocks } from './ipBlocks/IpBlocks.tsx'
import { SiteSettings } from './SiteSettings.tsx'
import { ContentSettings } from './settings/ContentSettings.tsx'
import { LimitSettings } from './settings/LimitSettings.tsx'
import { SettingChanges } from './settings/SettingChanges.tsx'
import { StaticPages } from './staticPages/StaticPages.tsx'
import { shownPageName } from './staticPages/shownPageName.ts'
import { Statistics } from './statistics/Statistics.tsx'
import { parseTable, parseUsers } from './tableParams.ts'
import { Users } from './Users.tsx'

/** One screen of the dashboard, loaded on demand. */
export interface Screen {
  readonly label: string
  readonly Screen: ComponentType
  /** Loads the data that the screen shows. */
  readonly prepare: (context: PageContext) => Promise<unknown>
}

/** The screens of the dashboard by the last segment of their path; the first is /admin itself. */
export const screens: Readonly<Record<string, Screen>> = {
  '': {
    label: 'Site',
    Screen: SiteSettings,
    prepare: ({ load }) => Promise.all([load(siteSettingsQuery), load(settingsQuery('site'))]),
  },
  content: {
    label: 'Content',
    Screen: ContentSettings,
    prepare: ({ load }) => load(settingsQuery('content')),
  },
  limits: {
    label: 'Limits',
    Screen: LimitSettings,
    prepare: ({ load }) => load(settingsQuery('limits')),
  },
  pages: {
    label: 'Pages',
    Screen: StaticPages,
    prepare: ({ search, load }) => load(staticPageTextQuery(shownPageName(search))),
  },
  users: {
    label: 'Users',
    Screen: Users,
    prepare: ({ search, loadPages }) => loadPages(allUsersQuery(parseUsers(search))),
  },
  comments: {
    label: 'Comments',
    Screen: AllComments,
    prepare: ({ search, loadPages }) => loadPages(allCommentsQuery(parseTable(search))),
  },
  communities: {
    label: 'Communities',
    Screen: AllCommunities,
    prepare: ({ search, loadPages }) => loadPages(allCommunitiesQuery(parseTable(search))),
  },
  ipblocks: {
    label: 'IP blocks',
    Screen: IpBlocks,
    prepare: ({ search, load, loadPages }) =>
      Promise.all([load(siteSettingsQuery), loadPages(ipBlocksQuery(parseTable(search)))]),
  },
  bss: {
    label: 'Analytics',
    Screen: Statistics,
    prepare: ({ search, loadPages }) => loadPages(statisticsQuery(parseTable(search))),
  },
  'new-community-requests': {
    label: 'Community requests',
    Screen: CommunityRequests,
    prepare: ({ load }) => load(communityRequestsQuery),
  },
  changes: {
    label: 'Changes',
    Screen: SettingChanges,
    prepare: ({ search, loadPages }) => loadPages(settingChangesQuery(parseTable(search))),
  },
}

/** @param name the last segment of the path. @returns null when there is no such screen. */
export const findScreen = (name: string | undefined): Screen | null =>
  name === undefined
    ? (screens[''] ?? null)
    : name && Object.hasOwn(screens, name)
      ? (screens[name] ?? null)
      : null
