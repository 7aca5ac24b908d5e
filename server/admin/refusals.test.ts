import { adminEndpoints } from '../../contract/endpoints/admin.ts'
import { describeRefusals, type Provocations } from '../../tests/support/refusals.ts'
import type { Scene } from '../../tests/support/scene.ts'

const act =
  (body: object) =>
  ({ admin }: Scene) =>
    admin.post('/api/_admin', body)

const provocations: Provocations<typeof adminEndpoints> = {
  administrate: {
    invalidAdminAction: act({ action: 'explode' }),
    userNotFound: act({ action: 'ban_user', username: 'nobody_here' }),
    adminNotBannable: ({ admin }) =>
      admin.post('/api/_admin', { action: 'ban_user', username: admin.username }),
    userDeleted: act({ action: 'ban_user', username: 'ghost' }),
  },
  getSiteSettings: {},
  updateSiteSettings: {},
}

describeRefusals(adminEndpoints, provocations)
