import { accessEndpoints } from '../../../contract/endpoints/access.ts'
import { accountEndpoints } from '../../../contract/endpoints/accounts.ts'
import { adminEndpoints } from '../../../contract/endpoints/admin.ts'
import { agreementEndpoints } from '../../../contract/endpoints/agreements.ts'
import { alertEndpoints } from '../../../contract/endpoints/alerts.ts'
import { appealEndpoints } from '../../../contract/endpoints/appeals.ts'
import { automationEndpoints } from '../../../contract/endpoints/automation.ts'
import { backupEndpoints } from '../../../contract/endpoints/backups.ts'
import { banEndpoints } from '../../../contract/endpoints/bans.ts'
import { blockedPictureEndpoints } from '../../../contract/endpoints/blockedPictures.ts'
import { bulkActionEndpoints } from '../../../contract/endpoints/bulkActions.ts'
import { commentLimitEndpoints } from '../../../contract/endpoints/commentLimits.ts'
import { commentEndpoints } from '../../../contract/endpoints/comments.ts'
import { communityEndpoints } from '../../../contract/endpoints/communities.ts'
import { communityRequestEndpoints } from '../../../contract/endpoints/communityRequests.ts'
import { draftEndpoints } from '../../../contract/endpoints/drafts.ts'
import { editHistoryEndpoints } from '../../../contract/endpoints/editHistory.ts'
import type { Endpoint } from '../../../contract/endpoints/endpoint.ts'
import { heldEndpoints } from '../../../contract/endpoints/held.ts'
import { identityEndpoints } from '../../../contract/endpoints/identity.ts'
import { imageEndpoints } from '../../../contract/endpoints/images.ts'
import { ipBlockEndpoints } from '../../../contract/endpoints/ipBlocks.ts'
import { lawEndpoints } from '../../../contract/endpoints/law.ts'
import { listEndpoints } from '../../../contract/endpoints/lists.ts'
import { memberHistoryEndpoints } from '../../../contract/endpoints/memberHistory.ts'
import { memberEndpoints } from '../../../contract/endpoints/members.ts'
import { moderationLogEndpoints } from '../../../contract/endpoints/moderationLog.ts'
import { moderatorEndpoints } from '../../../contract/endpoints/moderators.ts'
import { modmailEndpoints } from '../../../contract/endpoints/modmail.ts'
import { mergeEndpoints, moveEndpoints } from '../../../contract/endpoints/moves.ts'
import { muteEndpoints } from '../../../contract/endpoints/mutes.ts'
import { noticeEndpoints } from '../../../contract/endpoints/notices.ts'
import { notificationEndpoints } from '../../../contract/endpoints/notifications.ts'
import { postEndpoints } from '../../../contract/endpoints/posts.ts'
import { queueEndpoints } from '../../../contract/endpoints/queue.ts'
import { removalEndpoints } from '../../../contract/endpoints/removals.ts'
import { reportEndpoints } from '../../../contract/endpoints/reports.ts'
import { ruleEndpoints } from '../../../contract/endpoints/rules.ts'
import { searchEndpoints } from '../../../contract/endpoints/search.ts'
import { siteEndpoints } from '../../../contract/endpoints/site.ts'
import { statisticsEndpoints } from '../../../contract/endpoints/statistics.ts'
import { systemEndpoints } from '../../../contract/endpoints/system.ts'
import { trafficEndpoints } from '../../../contract/endpoints/traffic.ts'
import { trustEndpoints } from '../../../contract/endpoints/trust.ts'
import { userEndpoints } from '../../../contract/endpoints/users.ts'
import { votePatternEndpoints } from '../../../contract/endpoints/votePatterns.ts'
import { waveEndpoints } from '../../../contract/endpoints/waves.ts'

export interface Subject {
  readonly name: string
  readonly description: string
  readonly calls: Readonly<Record<string, Endpoint>>
}

/** The sections of the API documentation, in the order in which a newcomer should read them. */
export const subjects: readonly Subject[] = [
  {
    name: 'Sessions and accounts',
    description: 'The first call of every client, login, logout and sign-up.',
    calls: accountEndpoints,
  },
  {
    name: 'Invitations and applications',
    description: 'How people join besides signing up: with a link, or by approval. Additions of ours.',
    calls: accessEndpoints,
  },
  {
    name: 'Terms and minimum age',
    description:
      'What the site may ask of those who have an account, when they join and later. Additions of ours.',
    calls: agreementEndpoints,
  },
  {
    name: 'Users',
    description: 'Profiles, settings, and actions on an account.',
    calls: userEndpoints,
  },
  {
    name: 'Communities',
    description: 'Their descriptions, and how to create, edit, join and leave them.',
    calls: communityEndpoints,
  },
  { name: 'Rules', description: 'The rules of a community.', calls: ruleEndpoints },
  { name: 'Moderators', description: 'The moderators of a community.', calls: moderatorEndpoints },
  { name: 'Moves', description: 'Moves of posts to other communities.', calls: moveEndpoints },
  { name: 'Merges', description: 'Merges of posts about the same thing.', calls: mergeEndpoints },
  {
    name: 'Community requests',
    description: 'Requests for new communities, which admins decide.',
    calls: communityRequestEndpoints,
  },
  { name: 'Posts', description: 'Posts and feeds, with votes and hiding.', calls: postEndpoints },
  { name: 'Comments', description: 'Comments, votes, and previews of Markdown.', calls: commentEndpoints },
  {
    name: 'Limits for comments',
    description: 'Slow mode, and who may comment, of a post or a community.',
    calls: commentLimitEndpoints,
  },
  {
    name: 'Drafts',
    description: 'An addition of ours: unsent texts, on all devices of a member.',
    calls: draftEndpoints,
  },
  {
    name: 'Edit history',
    description: 'Earlier versions of posts and comments.',
    calls: editHistoryEndpoints,
  },
  { name: 'Images', description: 'Uploads and alt texts.', calls: imageEndpoints },
  { name: 'Search', description: 'An addition of ours.', calls: searchEndpoints },
  { name: 'Lists', description: 'Lists in which members save posts and comments.', calls: listEndpoints },
  {
    name: 'Mutes',
    description: 'Communities and users whose posts a member does not see.',
    calls: muteEndpoints,
  },
  {
    name: 'Trust',
    description: 'Trust levels, and who vouches for whom. An addition of ours.',
    calls: trustEndpoints,
  },
  {
    name: 'Notifications',
    description: 'The messages of the forum to one member.',
    calls: notificationEndpoints,
  },
  { name: 'Removals', description: 'Reasons for removals by moderators.', calls: removalEndpoints },
  {
    name: 'Appeals',
    description: 'Appeals against removals, locks and bans, and what suspended members can do.',
    calls: appealEndpoints,
  },
  {
    name: 'Notices',
    description:
      'Notices to the admins: of unlawful content by anyone, and reports by members. Additions of ours.',
    calls: noticeEndpoints,
  },
  {
    name: 'History of members',
    description: 'Moderation actions about a member in a community, and notes of its moderators.',
    calls: memberHistoryEndpoints,
  },
  {
    name: 'Modmail',
    description: 'Messages between members and the moderators of a community.',
    calls: modmailEndpoints,
  },
  { name: 'Reports', description: 'Reports to moderators, and their queues.', calls: reportEndpoints },
  {
    name: 'Queue',
    description: 'What waits for moderators, and their decisions about it. Additions of ours.',
    calls: queueEndpoints,
  },
  {
    name: 'Automation',
    description: 'Automatic rules for what members post. Additions of ours.',
    calls: automationEndpoints,
  },
  {
    name: 'Review',
    description:
      'Posts, comments and edits that wait for a moderator before others see them. Additions of ours.',
    calls: heldEndpoints,
  },
  {
    name: 'Alerts',
    description: 'How moderators are notified of reports. Additions of ours.',
    calls: alertEndpoints,
  },
  { name: 'Bans', description: 'Users who are banned from a community.', calls: banEndpoints },
  {
    name: 'Moderation log',
    description: 'The public record of what moderators and admins did. An addition of ours.',
    calls: moderationLogEndpoints,
  },
  { name: 'Administration', description: 'For admins.', calls: adminEndpoints },
  {
    name: 'Logo and pages',
    description: 'The logo and the static pages, which admins can change.',
    calls: identityEndpoints,
  },
  { name: 'Accounts', description: 'Lists and changes accounts, for admins.', calls: memberEndpoints },
  {
    name: 'Bulk actions',
    description: 'Does the same to many accounts in the background, for admins.',
    calls: bulkActionEndpoints,
  },
  {
    name: 'Bot waves',
    description: 'How the site is protected while bots sign up in large numbers, for admins.',
    calls: waveEndpoints,
  },
  {
    name: 'Blocked pictures',
    description: 'Pictures that nobody can upload, for admins.',
    calls: blockedPictureEndpoints,
  },
  {
    name: 'Traffic',
    description: 'What networks and programs cost the server, for admins.',
    calls: trafficEndpoints,
  },
  {
    name: 'Patterns of votes',
    description: 'Accounts that vote together, and those whose votes do not count, for admins.',
    calls: votePatternEndpoints,
  },
  { name: 'IP blocks', description: 'Blocked addresses and ranges.', calls: ipBlockEndpoints },
  { name: 'Statistics', description: 'Hourly counts.', calls: statisticsEndpoints },
  { name: 'System', description: 'The state of the server, for admins.', calls: systemEndpoints },
  { name: 'Law', description: 'What laws ask the operator for, for admins.', calls: lawEndpoints },
  {
    name: 'Backups',
    description: 'Lists, makes, verifies and deletes them, for admins.',
    calls: backupEndpoints,
  },
  { name: 'Site', description: 'Facts and pages about the site.', calls: siteEndpoints },
]

/** The section of the other URLs. */
export const otherSubject = {
  name: 'Other URLs',
  description: 'Streams, files and documents, which do not answer with JSON.',
}
