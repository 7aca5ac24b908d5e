import { type Route, route } from '../../core/api/route.ts'
import { asGuest } from '../../core/api/viewAs.ts'
import { parseId } from '../../platform/http/ids.ts'
import { createQueueFeed, deleteQueueFeed } from './alerts/feed.ts'
import { getAlertSettings, saveAlertSettings, saveQuietHours } from './alerts/settings.ts'
import { banFromCommunity, changeCommunityBan } from './bans/ban.ts'
import { listBanned } from './bans/listBanned.ts'
import { unbanFromCommunity } from './bans/unban.ts'
import { decideQueueItems } from './queue/decide.ts'
import { listQueueItems } from './queue/list.ts'
import { lookAtQueueItem } from './queue/look.ts'
import { listSameImagePosts } from './queue/sameImages.ts'
import { listQueueViews, saveQueueViews } from './queue/views.ts'
import { eraseContent } from './removals/erase.ts'
import { getRemovalReasons, saveRemovalTemplates } from './removals/templates.ts'
import { ignoreReport } from './reports/ignore.ts'
import { listReports } from './reports/list.ts'
import { report } from './reports/report.ts'
import { listSilencedReporters, silenceReporter } from './reports/silence.ts'

export const moderationRoutes: readonly Route[] = [
  route('report', async ({ db, config, automation, settings, viewer, body }) =>
    report({ db, config, automation, settings }, viewer, { ...body, targetId: parseId(body.targetId) }),
  ),
  route('listReports', (call) =>
    listReports(
      call.db,
      call.viewer,
      { ...call.params, ...call.query },
      { pageSize: call.config.pageSize, target: asGuest(call.viewAs) },
    ),
  ),
  route('ignoreReport', (call) => ignoreReport(call.db, call.viewer, call.params, asGuest(call.viewAs))),
  route('listQueueItems', (call) =>
    listQueueItems(call.db, call.viewer, call.query, {
      pageSize: call.config.pageSize,
      target: call.viewAs,
    }),
  ),
  route('decideQueueItems', ({ db, viewer, body }) => decideQueueItems(db, viewer, body)),
  route('lookAtQueueItem', ({ db, viewer, body }) => lookAtQueueItem(db, viewer, body)),
  route('listSameImagePosts', (call) => listSameImagePosts(call, call.viewer, call.params.publicId)),
  route('listQueueViews', ({ db, viewer }) => listQueueViews(db, viewer)),
  route('saveQueueViews', ({ db, viewer, body }) => saveQueueViews(db, viewer, body)),
  route('getAlertSettings', ({ db, viewer, params }) => getAlertSettings(db, viewer, params)),
  route('saveAlertSettings', ({ db, viewer, params, body }) =>
    saveAlertSettings(db, viewer, { ...params, ...body }),
  ),
  route('saveQuietHours', ({ db, viewer, body }) => saveQuietHours(db, viewer, body)),
  route('createQueueFeed', ({ db, viewer, session }) => createQueueFeed(db, viewer, session)),
  route('deleteQueueFeed', ({ db, viewer }) => deleteQueueFeed(db, viewer)),
  route('listSilencedReporters', ({ db, viewer, query }) => listSilencedReporters(db, viewer, query)),
  route('silenceReporter', ({ db, viewer, body }) => silenceReporter(db, viewer, body)),
  route('eraseContent', ({ db, viewer, body }) => eraseContent(db, viewer, body)),
  route('getRemovalReasons', ({ db, viewer, params }) => getRemovalReasons(db, viewer, params.communityId)),
  route('saveRemovalTemplates', ({ db, viewer, params, body }) =>
    saveRemovalTemplates(db, viewer, { ...params, ...body }),
  ),
  route('listBanned', ({ db, viewer, params, query }) => listBanned(db, viewer, { ...params, ...query })),
  route('banFromCommunity', ({ db, viewer, params, body }) =>
    banFromCommunity(db, viewer, { ...params, ...body }),
  ),
  route('changeCommunityBan', ({ db, viewer, params, body }) =>
    changeCommunityBan(db, viewer, { ...params, ...body }),
  ),
  route('unbanFromCommunity', ({ db, viewer, params, body }) =>
    unbanFromCommunity(db, viewer, { ...params, ...body }),
  ),
]
