import { type Route, route } from '../../core/api/route.ts'
import { changeSettings } from './change.ts'
import { listSettingChanges } from './changes.ts'
import { listSettings } from './list.ts'

export const siteSettingsRoutes: readonly Route[] = [
  route('listSettings', (call) => listSettings(call.db, call.liveSettings.locked, call.query)),
  route('changeSettings', (call) => changeSettings(call, call.viewer, call.body.changes)),
  route('listSettingChanges', (call) => listSettingChanges(call.db, call.query)),
]
