import { notificationEndpoints } from '../../../contract/endpoints/notifications.ts'
import { describeRefusals, type Provocations } from '../../../tests/support/refusals.ts'
import type { Scene } from '../../../tests/support/scene.ts'

type Method = 'GET' | 'PUT' | 'DELETE'

const unknown =
  (method: Method) =>
  ({ author }: Scene) =>
    author.send({ method, url: '/api/notifications/99999999?action=markAsSeen' })

/** A call about a notification of the author. */
const about =
  (method: Method, who: 'author' | 'member', query: string) =>
  async ({ forum, post, ...people }: Scene) => {
    await forum.comment(people.member, await post())
    const [newest] = (await people.author.get('/api/notifications')).json<{ items: { id: number }[] }>().items
    return people[who].send({ method, url: `/api/notifications/${newest?.id}?${query}` })
  }

const provocations: Provocations<typeof notificationEndpoints> = {
  listNotifications: {
    invalidRenderFormat: ({ member }) => member.get('/api/notifications?render=true&format=md'),
    invalidCursor: ({ member }) => member.get('/api/notifications?next=abc'),
  },
  updateNotifications: {
    invalidAction: ({ member }) => member.post('/api/notifications?action=explode'),
  },
  getNotification: {
    notificationNotFound: unknown('GET'),
    notOwner: about('GET', 'member', ''),
    invalidRenderFormat: about('GET', 'author', 'format=md'),
  },
  updateNotification: {
    notificationNotFound: unknown('PUT'),
    notOwner: about('PUT', 'member', 'action=markAsSeen'),
    invalidRenderFormat: about('PUT', 'author', 'action=markAsSeen&format=md'),
    invalidAction: about('PUT', 'author', 'action=explode'),
  },
  deleteNotification: {
    notificationNotFound: unknown('DELETE'),
    notOwner: about('DELETE', 'member', ''),
    invalidRenderFormat: about('DELETE', 'author', 'format=md'),
  },
}

describeRefusals(notificationEndpoints, provocations)
