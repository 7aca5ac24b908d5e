import { isSettingName, settingOf } from '../../../contract/siteSettings.ts'
import { type Route, route } from '../../core/api/route.ts'
import { listSettingChanges } from './changes.ts'
import { findSiteSettings, updateSiteSettings } from './earlierCalls.ts'
import { changeReportReasons, listReportReasons } from './reportReasons.ts'
import { changeSettings, listSettings } from './settings.ts'

export const siteSettingsRoutes: readonly Route[] = [
  route('listSettings', (call) => listSettings(call.db, call.liveSettings.locked, call.query)),
  route('changeSettings', async (call) => {
    // They decide who reads and who joins.
    const isOfAccess = ({ name }: { name: string }) =>
      isSettingName(name) && settingOf(name).group === 'access'
    if (call.body.changes.some(isOfAccess)) await call.session.requireRecentPassword(call.db)
    return changeSettings(call, call.viewer, call.body.changes)
  }),
  route('getSiteSettings', ({ db, liveSettings }) => findSiteSettings(db, liveSettings.locked)),
  route('updateSiteSettings', (call) =>
    updateSiteSettings(call, { id: call.viewer.id, ip: call.ip, session: call.session }, call.body),
  ),
  route('listReportReasons', async (call) => ({ reasons: await listReportReasons(call.db) })),
  route('changeReportReasons', (call) => changeReportReasons(call, call.viewer, call.body.reasons)),
  route('listSettingChanges', (call) => listSettingChanges(call.db, call.query)),
]
