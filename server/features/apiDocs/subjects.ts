import { accountEndpoints } from '../../../contract/endpoints/accounts.ts'
import { adminEndpoints } from '../../../contract/endpoints/admin.ts'
import { banEndpoints } from '../../../contract/endpoints/bans.ts'
import { commentEndpoints } from '../../../contract/endpoints/comments.ts'
import { communityEndpoints } from '../../../contract/endpoints/communities.ts'
import { communityRequestEndpoints } from '../../../contract/endpoints/communityRequests.ts'
import type { Endpoint } from '../../../contract/endpoints/endpoint.ts'
import { imageEndpoints } from '../../../contract/endpoints/images.ts'
import { ipBlockEndpoints } from '../../../contract/endpoints/ipBlocks.ts'
import { listEndpoints } from '../../../contract/endpoints/lists.ts'
import { moderationLogEndpoints } from '../../../contract/endpoints/moderationLog.ts'
import { moderatorEndpoints } from '../../../contract/endpoints/moderators.ts'
import { muteEndpoints } from '../../../contract/endpoints/mutes.ts'
import { notificationEndpoints } from '../../../contract/endpoints/notifications.ts'
import { postEndpoints } from '../../../contract/endpoints/posts.ts'
import { reportEndpoints } from '../../../contract/endpoints/reports.ts'
import { ruleEndpoints } from '../../../contract/endpoints/rules.ts'
import { searchEndpoints } from '../../../contract/endpoints/search.ts'
import { siteEndpoints } from '../../../contract/endpoints/site.ts'
import { statisticsEndpoints } from '../../../contract/endpoints/statistics.ts'
import { userEndpoints } from '../../../contract/endpoints/users.ts'

export interface Subject {
  readonly name: string
  readonly description: string
  readonly calls: Readonly<Record<string, Endpoint>>
}

/** What the API is about, in the order in which a newcomer should read it. */
export const subjects: readonly Subject[] = [
  {
    name: 'Sessions and accounts',
    description: 'The first call of every program, logging in and out, signing up.',
    calls: accountEndpoints,
  },
  {
    name: 'Users',
    description: 'Profiles, settings, and what a member may do with an account.',
    calls: userEndpoints,
  },
  {
    name: 'Communities',
    description: 'Where posts are made: reading about them, joining, creating, changing.',
    calls: communityEndpoints,
  },
  { name: 'Rules', description: 'The rules of a community.', calls: ruleEndpoints },
  { name: 'Moderators', description: 'Who moderates a community.', calls: moderatorEndpoints },
  {
    name: 'Community requests',
    description: 'Asking the admins for a community.',
    calls: communityRequestEndpoints,
  },
  { name: 'Posts', description: 'Feeds and posts, votes, hiding.', calls: postEndpoints },
  { name: 'Comments', description: 'Threads of comments, votes, previews.', calls: commentEndpoints },
  { name: 'Images', description: 'Uploads and what they show.', calls: imageEndpoints },
  { name: 'Search', description: 'An addition of ours.', calls: searchEndpoints },
  { name: 'Lists', description: 'What members collect.', calls: listEndpoints },
  { name: 'Mutes', description: 'What a member does not want to see.', calls: muteEndpoints },
  { name: 'Notifications', description: 'What members are told.', calls: notificationEndpoints },
  { name: 'Reports', description: 'Telling moderators, and their queues.', calls: reportEndpoints },
  { name: 'Bans', description: 'Who may not take part in a community.', calls: banEndpoints },
  {
    name: 'Moderation log',
    description: 'What moderators and admins did, for everybody to read. An addition of ours.',
    calls: moderationLogEndpoints,
  },
  { name: 'Administration', description: 'For admins.', calls: adminEndpoints },
  { name: 'IP blocks', description: 'Addresses that are shut out.', calls: ipBlockEndpoints },
  { name: 'Statistics', description: 'Counted once an hour.', calls: statisticsEndpoints },
  { name: 'Site', description: 'What the site says about itself.', calls: siteEndpoints },
]

/** Of what is answered beside the calls of the contract. */
export const otherSubject = {
  name: 'Other answers',
  description: 'Streams, files and documents: their answers are no JSON of the calls above.',
}
