import type { ComponentType } from 'react'
import type { Initial } from '../../../contract/entities/initial.ts'
import { t } from '../../../contract/texts/t.ts'
import { applicationsQuery } from '../../data/access/applications.ts'
import { invitationsQuery } from '../../data/access/invitations.ts'
import { allCommentsQuery, allCommunitiesQuery } from '../../data/admin/adminTables.ts'
import { backupsQuery } from '../../data/admin/backups.ts'
import { blockedPicturesQuery } from '../../data/admin/blockedPictures.ts'
import { bulkActionsQuery } from '../../data/admin/bulkActions.ts'
import { foundContentsQuery } from '../../data/admin/cleanUp.ts'
import { erasuresQuery } from '../../data/admin/erasures.ts'
import { ipBlocksQuery } from '../../data/admin/ipBlocks.ts'
import { lawDocumentsQuery, transparencyQuery } from '../../data/admin/law.ts'
import { membersQuery } from '../../data/admin/members.ts'
import { securityEventsQuery } from '../../data/admin/securityEvents.ts'
import { reportReasonsQuery, settingChangesQuery, settingsQuery } from '../../data/admin/settings.ts'
import { siteSettingsQuery } from '../../data/admin/siteSettings.ts'
import { staticPageTextQuery } from '../../data/admin/staticPageTexts.ts'
import { statisticsQuery } from '../../data/admin/statistics.ts'
import { systemQuery } from '../../data/admin/system.ts'
import { trafficQuery } from '../../data/admin/traffic.ts'
import { slowVotersQuery, uncountedVotersQuery, votePatternsQuery } from '../../data/admin/votePatterns.ts'
import { wavesQuery } from '../../data/admin/waves.ts'
import { automationHitsQuery, automationQuery } from '../../data/automation/automation.ts'
import { communityRequestsQuery } from '../../data/communities/communityRequests.ts'
import { appealsQuery, parseAppeals } from '../../data/moderation/appeals.ts'
import { noticesQuery, parseNotices } from '../../data/moderation/notices.ts'
import { silencedReportersQuery } from '../../data/moderation/reports.ts'
import { AutomationScreen } from '../../features/automation/AutomationScreen.tsx'
import type { PageContext } from '../../router/route.ts'
import { AllComments } from './AllComments.tsx'
import { AllCommunities } from './AllCommunities.tsx'
import { Appeals } from './Appeals.tsx'
import { AllInvitations } from './access/AllInvitations.tsx'
import { Applications } from './access/Applications.tsx'
import { BlockedPictures } from './BlockedPictures.tsx'
import { Backups } from './backups/Backups.tsx'
import { CommunityRequests } from './CommunityRequests.tsx'
import { IpBlocks } from './ipBlocks/IpBlocks.tsx'
import { ExternalContent } from './law/ExternalContent.tsx'
import { Records } from './law/Records.tsx'
import { Retention } from './law/Retention.tsx'
import { RiskAssessment } from './law/RiskAssessment.tsx'
import { Transparency } from './law/Transparency.tsx'
import { Notices } from './notices/Notices.tsx'
import { SiteSettings } from './SiteSettings.tsx'
import { openNoticesQuery, reportsQuery } from './Status.tsx'
import { SecurityEvents } from './security/SecurityEvents.tsx'
import { AccessSettings } from './settings/AccessSettings.tsx'
import { ContentSettings } from './settings/ContentSettings.tsx'
import { LawSettings } from './settings/LawSettings.tsx'
import { LimitSettings } from './settings/LimitSettings.tsx'
import { SettingChanges } from './settings/SettingChanges.tsx'
import { TrustSettings } from './settings/TrustSettings.tsx'
import { StaticPages } from './staticPages/StaticPages.tsx'
import { shownPageName } from './staticPages/shownPageName.ts'
import { Statistics } from './statistics/Statistics.tsx'
import { System } from './system/System.tsx'
import { Traffic } from './Traffic.tsx'
import {
  parseApplications,
  parseChanges,
  parseMembers,
  parsePeriod,
  parseSecurityEvents,
  parseTable,
  parseVotePeriod,
  parseYear,
} from './tableParams.ts'
import { BulkActionList } from './users/BulkActionList.tsx'
import { CleanUp, parseCleanUp } from './users/CleanUp.tsx'
import { Erasures } from './users/Erasures.tsx'
import { HiddenReports } from './users/HiddenReports.tsx'
import { Users } from './users/Users.tsx'
import { Votes } from './votes/Votes.tsx'
import { Waves } from './Waves.tsx'

/** One screen of the dashboard, loaded on demand. */
export interface Screen {
  readonly label: () => string
  /** The number of open tasks, for the tab. */
  readonly count?: (initial: Initial) => number
  readonly Screen: ComponentType
  /** Loads the data that the screen shows. */
  readonly prepare: (context: PageContext) => Promise<unknown>
}

/** The screens of the dashboard by the last segment of their path; the first is /admin itself. */
export const screens: Readonly<Record<string, Screen>> = {
  '': {
    label: () => t('Identity'),
    Screen: SiteSettings,
    prepare: ({ load, loadPages }) =>
      Promise.all([
        load(systemQuery),
        load(reportsQuery),
        loadPages(openNoticesQuery),
        load(siteSettingsQuery),
        load(settingsQuery('site')),
        load(settingsQuery('access')),
      ]),
  },
  access: {
    label: () => t('Access'),
    Screen: AccessSettings,
    prepare: ({ load }) => load(settingsQuery('access')),
  },
  content: {
    label: () => t('Content'),
    Screen: ContentSettings,
    prepare: ({ load }) => Promise.all([load(settingsQuery('content')), load(reportReasonsQuery)]),
  },
  trust: {
    label: () => t('Trust'),
    Screen: TrustSettings,
    prepare: ({ load }) => load(settingsQuery('trust')),
  },
  limits: {
    label: () => t('Limits'),
    Screen: LimitSettings,
    prepare: ({ load }) => load(settingsQuery('limits')),
  },
  law: {
    label: () => t('Settings'),
    Screen: LawSettings,
    prepare: ({ load }) => load(settingsQuery('law')),
  },
  transparency: {
    label: () => t('Transparency'),
    Screen: Transparency,
    prepare: ({ search, load }) => load(transparencyQuery(parseYear(search))),
  },
  retention: {
    label: () => t('Retention'),
    Screen: Retention,
    prepare: ({ load }) => load(lawDocumentsQuery),
  },
  records: {
    label: () => t('Records'),
    Screen: Records,
    prepare: ({ load }) => load(lawDocumentsQuery),
  },
  risks: {
    label: () => t('Risks'),
    Screen: RiskAssessment,
    prepare: ({ load }) => load(lawDocumentsQuery),
  },
  'external-content': {
    label: () => t('External content'),
    Screen: ExternalContent,
    prepare: ({ load }) => load(lawDocumentsQuery),
  },
  pages: {
    label: () => t('Pages'),
    Screen: StaticPages,
    prepare: ({ search, load }) => load(staticPageTextQuery(shownPageName(search))),
  },
  applications: {
    label: () => t('Applications'),
    count: ({ applicationsWaiting }) => applicationsWaiting ?? 0,
    Screen: Applications,
    prepare: ({ search, loadPages }) => loadPages(applicationsQuery(parseApplications(search))),
  },
  invitations: {
    label: () => t('Invitations'),
    Screen: AllInvitations,
    prepare: ({ search, loadPages }) => loadPages(invitationsQuery({ of: 'all', ...parseTable(search) })),
  },
  users: {
    label: () => t('Users'),
    Screen: Users,
    prepare: ({ search, loadPages }) => loadPages(membersQuery(parseMembers(search))),
  },
  'clean-up': {
    label: () => t('Clean up'),
    Screen: CleanUp,
    prepare: ({ search, load }) => load(foundContentsQuery(parseCleanUp(search))),
  },
  waves: {
    label: () => t('Waves'),
    Screen: Waves,
    prepare: ({ load }) => Promise.all([load(wavesQuery), load(settingsQuery('waves'))]),
  },
  votes: {
    label: () => t('Votes'),
    Screen: Votes,
    prepare: ({ search, load }) =>
      Promise.all([
        load(votePatternsQuery(parseVotePeriod(search))),
        load(uncountedVotersQuery),
        load(slowVotersQuery),
      ]),
  },
  bulk: {
    label: () => t('Bulk actions'),
    Screen: BulkActionList,
    prepare: ({ load }) => load(bulkActionsQuery),
  },
  erasures: {
    label: () => t('Erasures'),
    Screen: Erasures,
    prepare: ({ load }) => load(erasuresQuery),
  },
  appeals: {
    label: () => t('Appeals'),
    Screen: Appeals,
    prepare: ({ search, loadPages }) => loadPages(appealsQuery({ of: 'all', ...parseAppeals(search) })),
  },
  notices: {
    label: () => t('Notices'),
    Screen: Notices,
    prepare: ({ search, loadPages }) => loadPages(noticesQuery(parseNotices(search))),
  },
  automation: {
    label: () => t('Automation'),
    Screen: AutomationScreen,
    prepare: ({ load, loadPages }) =>
      Promise.all([load(automationQuery(null)), loadPages(automationHitsQuery(null, null))]),
  },
  comments: {
    label: () => t('Comments'),
    Screen: AllComments,
    prepare: ({ search, loadPages }) => loadPages(allCommentsQuery(parseTable(search))),
  },
  communities: {
    label: () => t('Communities'),
    Screen: AllCommunities,
    prepare: ({ search, loadPages }) => loadPages(allCommunitiesQuery(parseTable(search))),
  },
  ipblocks: {
    label: () => t('IP blocks'),
    Screen: IpBlocks,
    prepare: ({ search, load, loadPages }) =>
      Promise.all([load(siteSettingsQuery), loadPages(ipBlocksQuery(parseTable(search)))]),
  },
  reporters: {
    label: () => t('Hidden reports'),
    Screen: HiddenReports,
    prepare: ({ load }) => load(silencedReportersQuery(null)),
  },
  bss: {
    label: () => t('Analytics'),
    Screen: Statistics,
    prepare: ({ search, load }) => load(statisticsQuery(parsePeriod(search))),
  },
  backups: {
    label: () => t('Backups'),
    count: ({ backupFailed }) => (backupFailed ? 1 : 0),
    Screen: Backups,
    prepare: ({ load }) => Promise.all([load(backupsQuery), load(settingsQuery('backups'))]),
  },
  system: {
    label: () => t('System'),
    Screen: System,
    prepare: ({ load }) => Promise.all([load(systemQuery), load(settingsQuery('system'))]),
  },
  'new-community-requests': {
    label: () => t('Community requests'),
    Screen: CommunityRequests,
    prepare: ({ load }) => load(communityRequestsQuery),
  },
  security: {
    label: () => t('Security'),
    Screen: SecurityEvents,
    prepare: ({ search, loadPages }) => loadPages(securityEventsQuery(parseSecurityEvents(search))),
  },
  'blocked-pictures': {
    label: () => t('Blocked images'),
    Screen: BlockedPictures,
    prepare: ({ load }) => load(blockedPicturesQuery),
  },
  traffic: {
    label: () => t('Traffic'),
    Screen: Traffic,
    prepare: ({ load }) => Promise.all([load(trafficQuery), load(settingsQuery('traffic'))]),
  },
  changes: {
    label: () => t('Changes'),
    Screen: SettingChanges,
    prepare: ({ search, loadPages }) => loadPages(settingChangesQuery(parseChanges(search))),
  },
}

/** A tab of the dashboard, with the names of its screens. It links to the first of them. */
interface ScreenGroup {
  readonly label: () => string
  readonly names: readonly [string, ...string[]]
}

export const screenGroups: readonly ScreenGroup[] = [
  { label: () => t('Site'), names: ['', 'access', 'content', 'trust', 'limits', 'pages'] },
  {
    label: () => t('People'),
    names: [
      'users',
      'notices',
      'waves',
      'votes',
      'clean-up',
      'bulk',
      'appeals',
      'applications',
      'invitations',
      'ipblocks',
      'reporters',
      'erasures',
    ],
  },
  {
    label: () => t('Communities'),
    names: ['communities', 'new-community-requests', 'comments', 'automation', 'blocked-pictures'],
  },
  {
    label: () => t('Legal'),
    names: ['law', 'transparency', 'retention', 'records', 'risks', 'external-content'],
  },
  { label: () => t('Server'), names: ['system', 'security', 'traffic', 'backups', 'bss', 'changes'] },
]

/** @param name the last segment of the path. @returns null when there is no such screen. */
export const findScreen = (name: string | undefined): Screen | null =>
  name === undefined
    ? (screens[''] ?? null)
    : name && Object.hasOwn(screens, name)
      ? (screens[name] ?? null)
      : null
