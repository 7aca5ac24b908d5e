import { automationActs } from '../../contract/automation.ts'
import type { EndpointName, endpoints } from '../../contract/endpoints/index.ts'
import { limits } from '../../contract/limits.ts'
import { settingNames } from '../../contract/siteSettings.ts'
import { badgeTypes, moderatorPermissions } from '../../contract/words.ts'
import type { Client } from './forum.ts'
import type { FullForum } from './fullForum.ts'

/** How many of the longest texts fit on a page of comments that has no others. */
const longestTexts = limits.commentTextBytesPerPage / limits.bodyMaxLength

export interface Bound {
  /** The role that makes the call, usually the one with the largest answer. */
  readonly by: (full: FullForum) => Client
  readonly url: (full: FullForum) => string
  /** How many items the lists in the answer have at most, by their path; '' is the answer itself. All are reached. */
  readonly rows?: Readonly<Record<string, number>>
  /** Megabytes of the body at most, where the largest texts are of letters of one byte. */
  readonly megabytes: number
}
/** Lists inside an item, wherever they are. */
export const inside: Readonly<Record<string, number>> = {
  joined: limits.invitedMembersShown,
  restrictedIn: limits.communityIdsShown,
  userPermissions: moderatorPermissions.length,
  permissions: moderatorPermissions.length,
  changeable: moderatorPermissions.length,
  // The value of a setting that is a list.
  value: limits.mailDomainsMax,
  default: limits.mailDomainsMax,
  answers: limits.approvalQuestionsMax,
  questions: limits.applicationQuestionsMax,
  badges: badgeTypes.length,
  authorBadges: badgeTypes.length,
  copies: 5,
  images: 100,
  skipped: limits.bulkActionSamples,
  networks: limits.trafficRows,
  agents: limits.trafficRows,
  // At most three of each kind.
  now: 9,
  signals: 9,
  // A list in an automatic rule.
  list: limits.automationListMax,
  acts: automationActs.length,
  // The kinds of data in a report, each a sentence.
  erased: 20,
  remains: 10,
  backups: 10,
  ancestors: limits.commentMaxDepth,
  associatedUsers: 1000,
  reasons: limits.reportReasonsMax,
  segments: 100,
  // Counts: a row for each measure, role and kind of ban, and for the most frequent rules.
  years: 100,
  rows: 150,
  retention: 100,
  connections: 40,
  icons: 1,
  actors: 3,
  mods: limits.moderatorsPerCommunityMax,
  rules: limits.rulesPerCommunityMax,
  reports: limits.reportsShownPerTarget,
  // A week of hours. How many of them have been counted changes with the hour, also while a test runs.
  points: 7 * 24,
}
export const byHeavy = ({ heavy }: FullForum) => heavy
export const byAdmin = ({ admin }: FullForum) => admin
export const byGuest = ({ guest }: FullForum) => guest
const ofCommunity =
  (path = '') =>
  ({ community }: FullForum) =>
    `/api/communities/${community.id}${path}`
const pageSizeMax = limits.pageSizeMax
const ofList =
  (path = '') =>
  ({ found }: FullForum) =>
    `/api/lists/${found.list}${path}`
const initialOfMembers = {
  communities: limits.communitiesJoinedMax,
  lists: limits.listsPerMemberMax,
  bannedFrom: limits.communityIdsShown,
  bans: limits.ownBansShown,
  moderates: limits.communityIdsShown,
  'mutes.userMutes': limits.mutesMax,
  'mutes.communityMutes': limits.mutesMax,
  reportReasons: limits.reportReasonsMax,
}

type ReadCall = {
  [Name in EndpointName]: (typeof endpoints)[Name]['method'] extends 'GET' ? Name : never
}[EndpointName]

/** Every call that reads; a missing one does not compile. */
export const bounds: Record<ReadCall, Bound> = {
  getInitial: { by: byHeavy, url: () => '/api/_initial', rows: initialOfMembers, megabytes: 11 },
  getOwnUser: {
    by: byHeavy,
    url: () => '/api/_user',
    rows: { moddingList: limits.moderatedCommunitiesShown },
    megabytes: 0.5,
  },
  getCaptcha: { by: byGuest, url: () => '/api/_captcha', megabytes: 0.01 },
  checkUsername: { by: byGuest, url: () => '/api/usernames/nobody_yet', megabytes: 0.01 },
  getApplication: {
    by: ({ applicant }) => applicant,
    url: () => '/api/_application',
    rows: { answers: limits.approvalQuestionsMax, questions: limits.applicationQuestionsMax },
    megabytes: 0.05,
  },
  listApplications: {
    by: byAdmin,
    url: () => '/api/applications',
    rows: { items: limits.applicationsPerPage },
    megabytes: 0.5,
  },
  getInvitation: { by: byGuest, url: () => `/api/invitations/${'a'.repeat(20)}`, megabytes: 0.01 },
  listInvitations: {
    by: byAdmin,
    url: () => '/api/invitations?of=all',
    rows: { items: limits.invitationsPerPage },
    megabytes: 0.1,
  },
  listAppeals: {
    by: byAdmin,
    url: () => '/api/appeals?of=all',
    rows: { items: limits.appealsPerPage },
    megabytes: 0.2,
  },
  listNotices: {
    by: byAdmin,
    url: () => '/api/notices',
    rows: { items: limits.noticesPerPage, 'items.acts': 3 },
    megabytes: 0.3,
  },
  getNotice: { by: byHeavy, url: ({ found }) => `/api/notices/${found.notice}`, megabytes: 0.05 },
  getOwnTrust: { by: byHeavy, url: () => '/api/_trust', rows: { abilities: 5 }, megabytes: 0.01 },
  getMemberTrust: {
    by: byAdmin,
    url: () => '/api/_admin/trust/heavy_one',
    rows: { abilities: 5, vouchedBy: limits.vouchesShown, vouchedFor: limits.vouchesShown },
    megabytes: 0.05,
  },
  getVouching: { by: byHeavy, url: () => '/api/users/heavy_one/vouch', megabytes: 0.01 },
  getMemberHistory: {
    by: byAdmin,
    url: ofCommunity('/members/heavy_one/history'),
    rows: { notes: limits.memberNotesMax, warnings: limits.warningsShown },
    megabytes: 0.5,
  },
  listConversations: {
    by: byHeavy,
    url: () => '/api/modmail',
    rows: { items: limits.conversationsPerPage },
    megabytes: 0.1,
  },
  getConversation: {
    by: byHeavy,
    url: ({ found }) => `/api/modmail/${found.conversation}`,
    rows: { messages: limits.messagesPerPage },
    megabytes: 0.5,
  },
  listAppealable: { by: byHeavy, url: () => '/api/appeals/possible', megabytes: 0.1 },
  getStaticPage: { by: byGuest, url: () => '/api/_pages/about', megabytes: 0.1 },
  getUser: {
    by: byAdmin,
    url: () => '/api/users/heavy_one?adminsView=true',
    rows: { moddingList: limits.moderatedCommunitiesShown },
    megabytes: 0.5,
  },
  getUserFeed: {
    by: byGuest,
    url: () => `/api/users/heavy_one/feed?limit=${pageSizeMax}`,
    rows: { items: pageSizeMax },
    megabytes: 1.5,
  },
  listSessions: {
    by: byHeavy,
    url: () => '/api/_sessions',
    rows: { '': limits.sessionsShown },
    megabytes: 0.1,
  },
  getExport: { by: byHeavy, url: () => '/api/_export', megabytes: 0.01 },
  listCommunities: {
    by: byHeavy,
    url: () => '/api/communities',
    rows: { '': limits.communitiesPerPageMax },
    megabytes: 4,
  },
  listNewPosts: {
    by: byHeavy,
    url: () => '/api/_newPosts',
    rows: { communities: limits.newPostsCommunitiesMax },
    megabytes: 0.05,
  },
  getCommunity: {
    by: byGuest,
    url: ofCommunity(),
    rows: { mods: limits.moderatorsPerCommunityMax, rules: limits.rulesPerCommunityMax },
    megabytes: 0.5,
  },
  listRules: {
    by: byGuest,
    url: ofCommunity('/rules'),
    rows: { '': limits.rulesPerCommunityMax },
    megabytes: 0.3,
  },
  getRule: { by: byGuest, url: (full) => ofCommunity(`/rules/${full.found.rule}`)(full), megabytes: 0.01 },
  listModerators: {
    by: byGuest,
    url: ofCommunity('/mods'),
    rows: { '': limits.moderatorsPerCommunityMax },
    megabytes: 0.2,
  },
  listModeratorPermissions: {
    by: byAdmin,
    url: ofCommunity('/mods/permissions'),
    rows: { items: limits.moderatorsPerCommunityMax },
    megabytes: 0.1,
  },
  listPosts: {
    by: byHeavy,
    url: ({ community }) =>
      `/api/posts?feed=community&communityId=${community.id}&sort=latest&limit=${pageSizeMax}`,
    rows: { posts: pageSizeMax },
    megabytes: 1.5,
  },
  listModeratedPosts: {
    by: byAdmin,
    url: ({ community }) => `/api/posts?filter=all&communityId=${community.id}&page=1&limit=${pageSizeMax}`,
    rows: { posts: pageSizeMax },
    megabytes: 1.5,
  },
  getPost: {
    by: byHeavy,
    url: ({ thread }) => `/api/posts/${thread.publicId}`,
    megabytes: 3.5,
  },
  getLinkInfo: { by: byHeavy, url: () => '/api/_link_info?url=ftp%3A%2F%2Fa.example', megabytes: 0.01 },
  listComments: {
    by: byHeavy,
    url: ({ thread }) => `/api/posts/${thread.publicId}/comments`,
    megabytes: 3.5,
  },
  listReplies: {
    by: byHeavy,
    url: ({ thread, found }) => `/api/posts/${thread.publicId}/comments?parentId=${found.comment}`,
    // One of its replies is short.
    rows: { '': longestTexts },
    megabytes: 2.5,
  },
  getComment: { by: byGuest, url: ({ found }) => `/api/comments/${found.comment}`, megabytes: 0.1 },
  listCommentVersions: {
    by: byGuest,
    url: ({ found }) => `/api/comments/${found.comment}/versions`,
    rows: { versions: limits.versionsPerPage },
    megabytes: 0.9,
  },
  listPostVersions: {
    by: byGuest,
    url: ({ thread }) => `/api/posts/${thread.publicId}/versions`,
    rows: { versions: limits.versionsPerPage },
    megabytes: 0.9,
  },
  listSilencedReporters: {
    by: byAdmin,
    url: ({ community }) => `/api/silenced_reporters?communityId=${community.id}`,
    rows: { items: limits.silencedReportersMax },
    megabytes: 0.1,
  },
  listMerges: {
    by: byAdmin,
    url: ofCommunity('/merges'),
    rows: { items: limits.mergesShown },
    megabytes: 0.2,
  },
  listSameLinks: {
    by: byAdmin,
    url: () => '/api/posts/lnk_0001/same-link',
    rows: { items: limits.sameLinksShown },
    megabytes: 0.02,
  },
  listMoves: {
    by: byAdmin,
    url: ofCommunity('/moves'),
    rows: { items: limits.movesShown },
    megabytes: 0.2,
  },
  listSameImagePosts: {
    by: byAdmin,
    url: ({ thread }) => `/api/posts/${thread.publicId}/same_images`,
    rows: {},
    megabytes: 0.1,
  },
  listQueueViews: {
    by: byHeavy,
    url: () => '/api/modqueue/views',
    rows: { views: limits.queueViewsMax },
    megabytes: 0.05,
  },
  getAlertSettings: { by: byAdmin, url: ofCommunity('/alerts'), megabytes: 0.01 },
  getRemovalReasons: {
    by: byAdmin,
    url: ofCommunity('/removal_reasons'),
    rows: { rules: limits.rulesPerCommunityMax, templates: limits.removalTemplatesMax },
    megabytes: 0.3,
  },
  listReports: {
    by: byAdmin,
    url: ofCommunity(`/reports?limit=${pageSizeMax}`),
    rows: { reports: pageSizeMax },
    megabytes: 1.5,
  },
  listQueueItems: {
    by: byAdmin,
    url: () => `/api/modqueue/items?scope=all&limit=${pageSizeMax}`,
    rows: { items: pageSizeMax, reasons: limits.queueReasonsShown },
    megabytes: 1.5,
  },
  listHeldItems: {
    by: byAdmin,
    url: () => `/api/modqueue/held?scope=all&limit=${pageSizeMax}`,
    rows: { items: pageSizeMax },
    megabytes: 2.5,
  },
  getReviewSettings: { by: byAdmin, url: ofCommunity('/review'), megabytes: 0.01 },
  listOwnHeldItems: {
    by: byHeavy,
    url: () => '/api/held',
    rows: { items: limits.heldListedMax },
    megabytes: 2.5,
  },
  listBanned: {
    by: byAdmin,
    url: ofCommunity('/banned'),
    rows: { '': limits.bannedMembersShown },
    megabytes: 1.5,
  },
  listModerationLog: {
    by: byGuest,
    url: () => `/api/modlog?limit=${pageSizeMax}`,
    rows: { items: pageSizeMax },
    megabytes: 0.1,
  },
  listLists: {
    by: byHeavy,
    url: () => '/api/users/heavy_one/lists',
    rows: { '': limits.listsPerMemberMax },
    megabytes: 2.5,
  },
  listSavedTo: {
    by: byHeavy,
    url: ({ found }) => `/api/lists/_saved_to?type=post&id=${found.post}`,
    rows: { '': limits.listsPerMemberMax },
    megabytes: 0.01,
  },
  getList: { by: byHeavy, url: () => '/api/users/heavy_one/lists/list_1', megabytes: 0.05 },
  listItems: {
    by: byHeavy,
    url: () => `/api/users/heavy_one/lists/list_1/items?limit=${pageSizeMax}`,
    rows: { items: pageSizeMax },
    megabytes: 1.5,
  },
  getListById: { by: byHeavy, url: ofList(), megabytes: 0.05 },
  listItemsById: {
    by: byHeavy,
    url: ofList(`/items?limit=${pageSizeMax}`),
    rows: { items: pageSizeMax },
    megabytes: 1.5,
  },
  listHiddenPosts: {
    by: byHeavy,
    url: () => '/api/hidden_posts',
    rows: { items: limits.hiddenPostsPerPage },
    megabytes: 0.05,
  },
  listDrafts: {
    by: byHeavy,
    url: () => '/api/drafts',
    rows: { drafts: limits.draftsMax },
    megabytes: 0.9,
  },
  getDraft: { by: byHeavy, url: () => '/api/drafts/post:n1', megabytes: 0.1 },
  listMutes: {
    by: byHeavy,
    url: () => '/api/mutes',
    rows: { communityMutes: limits.mutesMax, userMutes: limits.mutesMax },
    megabytes: 5,
  },
  listNotifications: { by: byHeavy, url: () => '/api/notifications', rows: { items: 10 }, megabytes: 0.5 },
  getNotification: {
    by: byHeavy,
    url: ({ found }) => `/api/notifications/${found.notification}`,
    megabytes: 0.05,
  },
  search: {
    by: byGuest,
    url: () => `/api/search?q=moss&in=comments&limit=${pageSizeMax}`,
    rows: { comments: pageSizeMax, excerpts: pageSizeMax },
    megabytes: 1.5,
  },
  suggest: {
    by: byGuest,
    url: () => '/api/search/suggestions?q=moss',
    rows: { posts: limits.suggestedPosts },
    megabytes: 0.01,
  },
  countResults: { by: byGuest, url: () => '/api/search/counts?q=moss', megabytes: 0.001 },
  listUsers: {
    by: byAdmin,
    url: () => '/api/users',
    rows: { users: limits.adminTableRows },
    megabytes: 1.5,
  },
  listAllComments: {
    by: byAdmin,
    url: () => '/api/comments',
    rows: { comments: limits.adminTableRows },
    megabytes: 2.5,
  },
  listMembers: {
    by: byAdmin,
    url: () => '/api/_admin/members',
    rows: { members: limits.adminTableRows },
    megabytes: 0.1,
  },
  listRelatedAccounts: {
    by: byAdmin,
    url: () => '/api/_admin/members/heavy_one/related',
    rows: {
      addresses: limits.relatedAddressesMax,
      accounts: limits.relatedAccountsMax,
      'accounts.bannedFrom': limits.bannedFromShown,
    },
    megabytes: 0.1,
  },
  getSiteSettings: { by: byAdmin, url: () => '/api/site_settings', megabytes: 0.01 },
  getChecklist: { by: byAdmin, url: () => '/api/_admin/checklist', megabytes: 0.01 },
  listSettings: {
    by: byAdmin,
    url: () => '/api/_admin/settings',
    rows: { settings: settingNames.length, 'settings.value': 4, 'settings.default': 4 },
    megabytes: 0.1,
  },
  listReportReasons: {
    by: byAdmin,
    url: () => '/api/_admin/report_reasons',
    rows: { reasons: limits.reportReasonsMax },
    megabytes: 0.1,
  },
  listSecurityEvents: {
    by: byAdmin,
    url: () => '/api/_admin/security_events',
    rows: { events: limits.securityEventsPerPage },
    megabytes: 0.1,
  },
  listSettingChanges: {
    by: byAdmin,
    url: () => '/api/_admin/setting_changes',
    rows: { changes: limits.settingChangesPerPage },
    megabytes: 0.1,
  },
  getStaticPageText: {
    by: byAdmin,
    url: () => '/api/_admin/pages/terms',
    megabytes: 0.1,
  },
  listStaticPageVersions: {
    by: byAdmin,
    url: () => '/api/_admin/pages/terms/versions',
    rows: { versions: limits.staticPageVersionsPerPage },
    megabytes: 0.5,
  },
  listTermsVersions: {
    by: byAdmin,
    url: () => '/api/_admin/terms_versions',
    rows: { versions: limits.termsVersionsPerPage },
    megabytes: 0.5,
  },
  listCommunityRequests: {
    by: byAdmin,
    url: () => '/api/community_requests',
    rows: { '': limits.communityRequestsShown },
    megabytes: 1,
  },
  listIpBlocks: {
    by: byAdmin,
    url: () => `/api/ipblocks?limit=${limits.ipBlocksPerPageMax}`,
    rows: { blocks: limits.ipBlocksPerPageMax },
    megabytes: 0.1,
  },
  getIpBlock: { by: byAdmin, url: ({ found }) => `/api/ipblocks/${found.ipBlock}`, megabytes: 0.05 },
  getStatisticsSeries: {
    by: byAdmin,
    url: () => '/api/_admin/statistics?period=week',
    megabytes: 0.1,
  },
  getLawDocuments: { by: byAdmin, url: () => '/api/_admin/law/documents', megabytes: 0.2 },
  getTransparency: {
    by: byAdmin,
    url: () => '/api/_admin/law/transparency',
    megabytes: 0.1,
  },
  getSystemState: {
    by: byAdmin,
    url: () => '/api/_admin/system',
    rows: {
      'database.tables': limits.tablesShown,
      'jobs.failedJobs': limits.failedJobsShown,
      failures: limits.failuresShown,
    },
    megabytes: 0.2,
  },
  findMembers: {
    by: byAdmin,
    url: () => '/api/_admin/found_members?q=many_',
    rows: { samples: limits.bulkActionSamples },
    megabytes: 0.1,
  },
  findContents: {
    by: byAdmin,
    url: () => '/api/_admin/found_contents',
    rows: { samples: limits.bulkActionSamples, contents: 2 * limits.bulkActionSamples },
    megabytes: 0.1,
  },
  listBlockedPictures: {
    by: byAdmin,
    url: () => '/api/_admin/blocked_pictures',
    rows: { pictures: limits.blockedPicturesMax },
    megabytes: 2,
  },
  listVotePatterns: {
    by: byAdmin,
    url: () => '/api/_admin/vote_patterns?period=day',
    rows: {},
    megabytes: 1.5,
  },
  listUncountedVoters: {
    by: byAdmin,
    url: () => '/api/_admin/uncounted_voters',
    rows: { voters: limits.uncountedVotersShown },
    megabytes: 0.1,
  },
  listSlowVoters: {
    by: byAdmin,
    url: () => '/api/_admin/slow_voters',
    rows: { voters: limits.slowVotersShown },
    megabytes: 0.1,
  },
  listTraffic: {
    by: byAdmin,
    url: () => '/api/_admin/traffic',
    rows: {},
    megabytes: 0.1,
  },
  listWaves: {
    by: byAdmin,
    url: () => '/api/_admin/waves',
    rows: { waves: limits.wavesShown },
    megabytes: 0.1,
  },
  listAutomation: {
    by: byAdmin,
    url: () => '/api/automation',
    rows: { rules: limits.automationRulesMax },
    megabytes: 0.5,
  },
  getAutomation: {
    by: byAdmin,
    url: ({ found }) => `/api/automation/${found.automation}`,
    rows: { versions: 100, undos: 20 },
    megabytes: 0.5,
  },
  listAutomationHits: {
    by: byAdmin,
    url: () => '/api/automation/hits',
    rows: { hits: limits.automationHitsPerPage },
    megabytes: 0.1,
  },
  listBulkActions: {
    by: byAdmin,
    url: () => '/api/_admin/bulk_actions',
    rows: { bulkActions: limits.bulkActionsShown },
    megabytes: 0.1,
  },
  listErasures: {
    by: byAdmin,
    url: () => '/api/_admin/erasures',
    rows: { erasures: limits.erasuresShown },
    megabytes: 0.5,
  },
  listBackups: {
    by: byAdmin,
    url: () => '/api/_admin/backups',
    rows: { backups: limits.backupsShown },
    megabytes: 0.2,
  },
  listStatistics: {
    by: byAdmin,
    url: () => `/api/analytics/bss?limit=${limits.statisticsPerPageMax}`,
    rows: { events: limits.statisticsPerPageMax },
    megabytes: 0.5,
  },
}
