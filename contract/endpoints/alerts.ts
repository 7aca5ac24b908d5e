import { Type } from 'typebox'
import { AlertChoice, AlertSettings, QuietHours } from '../entities/alerts.ts'
import { described, idText, Nullable, Success, text } from '../entities/schema.ts'
import { queueFeedEntries } from '../limitValues.ts'
import { endpoint } from './endpoint.ts'

const communityId = Type.Object({ communityId: idText('community', 'The id of the community.') })

/** How moderators are notified of reports; additions to the original API. */
export const alertEndpoints = {
  getAlertSettings: endpoint({
    method: 'GET',
    path: '/api/communities/:communityId/alerts',
    summary: 'Returns which reports in a community notify you, and when. For moderators and admins.',
    who: 'member',
    params: communityId,
    response: AlertSettings,
    errors: ['invalidId', 'communityNotFound', 'neitherAdminNorModerator'],
  }),
  saveAlertSettings: endpoint({
    method: 'PUT',
    path: '/api/communities/:communityId/alerts',
    summary:
      'Chooses which reports in a community notify you. Admins are notified if a community has no moderators.',
    who: 'member',
    limit: 'moderation',
    params: communityId,
    body: AlertChoice,
    response: AlertSettings,
    errors: ['invalidId', 'communityNotFound', 'neitherAdminNorModerator', 'invalidAlerts'],
  }),
  saveQuietHours: endpoint({
    method: 'PUT',
    path: '/api/modqueue/quiet_hours',
    summary:
      'Sets the hours in which you get no push messages about reports. The latest notification from these hours is pushed when they end, unless you have seen it.',
    who: 'member',
    limit: 'moderation',
    body: Type.Object({
      quietHours: described('null for none.', Nullable(QuietHours)),
    }),
    response: Success,
    errors: ['invalidQuietHours'],
  }),
  createQueueFeed: endpoint({
    method: 'POST',
    path: '/api/modqueue/feed',
    summary: `Creates a private Atom feed of your queue, with the last ${queueFeedEntries} reported posts and comments in the communities that you moderate, or for admins who moderate none, in all. Its URL is shown only here, and replaces an earlier one. It ends when you change your password or end all other sessions.`,
    who: 'member',
    limit: 'moderation',
    response: Type.Object({
      path: text('The path of the feed on this site. Everyone who knows it can read the feed.'),
    }),
    errors: ['neitherAdminNorModerator', 'passwordNeeded'],
  }),
  deleteQueueFeed: endpoint({
    method: 'DELETE',
    path: '/api/modqueue/feed',
    summary: 'Withdraws the private feed of your queue. It also succeeds if there is none.',
    who: 'member',
    limit: 'moderation',
    response: Success,
    errors: [],
  }),
}
