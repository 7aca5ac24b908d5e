import { endpoints } from '../../../contract/endpoints/index.ts'
import { errors } from '../../../contract/errors.ts'
import { isKeyOf } from '../../../contract/objects.ts'
import type { SettingValues } from '../../../contract/siteSettings.ts'
import { type Route, route } from '../../core/api/route.ts'
import { asGuest, type ViewAs } from '../../core/api/viewAs.ts'
import type { Session } from '../../core/sessions/session.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import { parseChoice } from '../../platform/http/parameters.ts'
import { Refused } from '../../platform/http/refused.ts'
import { resetNewCount } from './change.ts'
import { deleteAllNotifications, deleteNotification } from './delete.ts'
import { getNotification, getOwnNotification, listNotifications } from './queries.ts'
import { markAllSeen, markSeen } from './seen.ts'
import type { NotificationViewFor } from './serialize.ts'

/** The requested format. @throws Refused with `invalid-render-format`. */
function formOf(call: {
  settings: SettingValues
  session: Pick<Session, 'language'>
  viewer: Viewer
  viewAs: ViewAs
  query: { render?: string; format?: string }
}): NotificationViewFor {
  const { render, format = '' } = call.query
  if (format !== '' && format !== 'html') throw new Refused(errors.invalidRenderFormat)
  const isWorded = render === 'true' || render === 'page'
  return {
    form: isWorded ? (format === 'html' ? 'html' : 'plain') : 'raw',
    hasOwnPages: render === 'page',
    siteName: call.settings.siteName,
    language: call.session.language,
    receiver: call.viewer,
    inside: { ...asGuest(call.viewAs), format: isWorded ? 'excerpt' : 'source' },
  }
}

/** Checked before the parameters: the contract reports `not_owner` first. */
const ownOf = (call: { db: Db; viewer: Viewer; params: { notificationId: string } }) =>
  getOwnNotification(call.db, call.viewer.id, call.params.notificationId)

/** The handlers of `updateNotifications` for each `action`. */
const actions = {
  resetNewCount,
  markAllAsSeen: markAllSeen,
  deleteAll: deleteAllNotifications,
} as const

export const notificationRoutes: readonly Route[] = [
  route('listNotifications', (call) =>
    listNotifications(
      call,
      call.viewer.id,
      {
        next: call.query.next,
        kind: parseChoice(endpoints.listNotifications.query.properties.kind, call.query.kind),
      },
      formOf(call),
    ),
  ),
  route('updateNotifications', async ({ db, viewer, query: { action = '', type } }) => {
    if (!isKeyOf(actions, action)) throw new Refused(errors.invalidAction)
    await actions[action](db, viewer.id, { type })
    return { success: true }
  }),
  route('getNotification', async (call) => getNotification(call, await ownOf(call), formOf(call))),
  route('updateNotification', async (call) => {
    const own = await ownOf(call)
    const to = formOf(call)
    if (call.query.action !== 'markAsSeen') throw new Refused(errors.invalidAction)
    return markSeen(call, own, { seen: call.query.seen !== 'false' }, to)
  }),
  route('deleteNotification', async (call) => deleteNotification(call, await ownOf(call), formOf(call))),
]
