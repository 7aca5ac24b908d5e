import { notificationEndpoints } from '../../../contract/endpoints/notifications.ts'
import { type Call, describeAuthorization } from '../../../tests/support/authorization.ts'
import type { Scene } from '../../../tests/support/scene.ts'

/** The answer of each call to each role: nobody else sees a member's notifications, not even admins. */
const table = `
                        guest  banned  member  author  elsewhere  moderator  admin
  listNotifications       401     200     200     200        200        200    200
  updateNotifications     401     200     200     200        200        200    200
  getNotification         401     403     403     200        403        403    403
  updateNotification      401     403     403     200        403        403    403
  deleteNotification      401     403     403     200        403        403    403
`

/** The path of a new notification of the author. */
async function newNotification({ forum, author, member, post }: Scene): Promise<string> {
  await forum.comment(member, await post())
  const [newest] = (await author.get('/api/notifications')).json<{ items: { id: number }[] }>().items
  return `/api/notifications/${newest?.id}`
}

const calls: Record<string, Call> = {
  listNotifications: (who) => who.get('/api/notifications'),
  updateNotifications: (who) => who.post('/api/notifications?action=resetNewCount'),
  getNotification: async (who, scene) => who.get(await newNotification(scene)),
  updateNotification: async (who, scene) => who.put(`${await newNotification(scene)}?action=markAsSeen`),
  deleteNotification: async (who, scene) => who.delete(await newNotification(scene)),
}

// [ACC-0-001]
describeAuthorization({ endpoints: notificationEndpoints, table, calls })
