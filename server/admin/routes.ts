import { errors } from '../../contract/errors.ts'
import { Refused } from '../http/refused.ts'
import { isKeyOf, type Route, route } from '../http/route.ts'
import { actions } from './actions.ts'
import { readSiteSettings, updateSiteSettings } from './siteSettings.ts'

export const adminRoutes: readonly Route[] = [
  route('administrate', async (call) => {
    const { action } = call.body
    if (!isKeyOf(actions, action)) throw new Refused(errors.invalidAdminAction)
    await actions[action](call)
    return { success: true, 'success:': true }
  }),
  route('getSiteSettings', ({ db }) => readSiteSettings(db)),
  route('updateSiteSettings', async ({ db, ipBlocks, viewer, ip, body }) => {
    const isInTor = ipBlocks.isTorExit(ip)
    const settings = await updateSiteSettings(db, { id: viewer.id, isInTor }, body)
    await ipBlocks.catchUp()
    return settings
  }),
]
