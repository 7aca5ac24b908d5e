import { errors } from '../../contract/errors.ts'
import { Refused } from '../http/refused.ts'
import { isKeyOf, type Route, route } from '../http/route.ts'
import { isTorExit } from '../ipblocks/tor.ts'
import { viewFor } from '../posts/view.ts'
import { actions } from './actions.ts'
import { listAllComments } from './comments.ts'
import { readSiteSettings, updateSiteSettings } from './siteSettings.ts'
import { listUsers } from './users.ts'

export const adminRoutes: readonly Route[] = [
  route('administrate', async (call) => {
    const { action } = call.body
    if (!isKeyOf(actions, action)) throw new Refused(errors.invalidAdminAction)
    await actions[action](call)
    return { success: true, 'success:': true }
  }),
  route('listUsers', ({ db, viewer, query }) => listUsers(db, viewer, query)),
  route('listAllComments', (call) => listAllComments(call.db, call.query, viewFor(call, 'source'))),
  route('getSiteSettings', ({ db }) => readSiteSettings(db)),
  route('updateSiteSettings', async (call) => {
    const isInTor = call.body.torBlocked === true && (await isTorExit(call, call.ip))
    const settings = await updateSiteSettings(call.db, { id: call.viewer.id, isInTor }, call.body)
    await call.ipBlocks.catchUp()
    return settings
  }),
]
