import { alertEndpoints } from '../../../../contract/endpoints/alerts.ts'
import { describeRefusals, type Provocations } from '../../../../tests/support/refusals.ts'
import type { Scene } from '../../../../tests/support/scene.ts'
import { withoutPassword } from '../../../../tests/support/withoutPassword.ts'

const choice = { onFirst: true, threshold: 3, ageHours: 24 }
const read =
  (id: string) =>
  ({ member }: Scene) =>
    member.get(`/api/communities/${id}/alerts`)
const save =
  (id: string) =>
  ({ member }: Scene) =>
    member.put(`/api/communities/${id}/alerts`, choice)

const provocations: Provocations<typeof alertEndpoints> = {
  getAlertSettings: {
    invalidId: read('x'),
    communityNotFound: read('99999'),
    neitherAdminNorModerator: async (scene) => read(await scene.birding())(scene),
  },
  saveAlertSettings: {
    invalidId: save('x'),
    communityNotFound: save('99999'),
    neitherAdminNorModerator: async (scene) => save(await scene.birding())(scene),
    invalidAlerts: async ({ moderator, birding }) =>
      moderator.put(`/api/communities/${await birding()}/alerts`, { ...choice, threshold: 1 }),
  },
  saveQuietHours: {
    invalidQuietHours: ({ moderator }) =>
      moderator.put('/api/modqueue/quiet_hours', {
        quietHours: { fromHour: 7, untilHour: 7, timeZone: 'UTC' },
      }),
  },
  createQueueFeed: {
    neitherAdminNorModerator: ({ member }) => member.post('/api/modqueue/feed'),
    passwordNeeded: ({ forum, moderator }) =>
      withoutPassword(forum, () => moderator.post('/api/modqueue/feed')),
  },
  deleteQueueFeed: {},
}

describeRefusals(alertEndpoints, provocations)
