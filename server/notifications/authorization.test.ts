import { notificationEndpoints } from '../../contract/endpoints/notifications.ts'
import { type Call, describeAuthorization } from '../../tests/support/authorization.ts'
import type { Scene } from '../../tests/support/scene.ts'

/** The answer of every call to everybody: what the author was told is nobody else's, admins' neither. */
const table = `
                        guest  banned  member  author  elsewhere  moderator  admin
  listNotifications       401     200     200     200        200        200    200
  updateNotifications     401     200     200     200        200        200    200
  getNotification         401     403     403     200        403        403    403
  updateNotification      401     403     403     200        403        403    403
  deleteNotification      401     403     403     200        403        403    403
`

/** The address of something new that the author was told. */
async function told({ forum, author, member, post }: Scene): Promise<string> {
  await forum.comment(member, await post())
  const [newest] = (await author.get('/api/notifications')).json<{ items: { id: number }[] }>().items
  return `/api/notifications/${newest?.id}`
}

const calls: Record<string, Call> = {
  listNotifications: (who) => who.get('/api/notifications'),
  updateNotifications: (who) => who.post('/api/notifications?action=resetNewCount'),
  getNotification: async (who, scene) => who.get(await told(scene)),
  updateNotification: async (who, scene) => who.put(`${await told(scene)}?action=markAsSeen`),
  deleteNotification: async (who, scene) => who.delete(await told(scene)),
}

// [ACC-0-001]
describeAuthorization({ endpoints: notificationEndpoints, table, calls })
