import { Type } from 'typebox'
import { Notification } from '../entities/notification.ts'
import { Int, Success } from '../entities/schema.ts'
import { endpoint } from './endpoint.ts'

const text = Type.Optional(Type.String())
const one = Type.Object({ notificationId: Type.String() })

export const notificationEndpoints = {
  listNotifications: endpoint({
    method: 'GET',
    path: '/api/notifications',
    summary: 'The caller’s notifications, unseen ones first, ten at a time.',
    who: 'member',
    query: Type.Object({ render: text, format: text, next: text }),
    response: Type.Object({
      count: Int,
      newCount: Int,
      items: Type.Array(Notification),
      /** Empty at the end. */
      next: Type.String(),
    }),
    errors: ['invalidRenderFormat', 'invalidCursor'],
  }),
  updateNotifications: endpoint({
    method: 'POST',
    path: '/api/notifications',
    summary:
      'Does something with all of them: resetNewCount, markAllAsSeen (with `type` those of a type), deleteAll.',
    who: 'member',
    limit: 'notificationUpdates',
    query: Type.Object({ action: text, type: text, render: text, format: text }),
    response: Success,
    errors: ['invalidAction'],
  }),
  getNotification: endpoint({
    method: 'GET',
    path: '/api/notifications/:notificationId',
    summary: 'One of the caller’s notifications.',
    who: 'member',
    params: one,
    query: Type.Object({ render: text, format: text }),
    response: Notification,
    errors: ['notificationNotFound', 'notOwner', 'invalidRenderFormat'],
  }),
  updateNotification: endpoint({
    method: 'PUT',
    path: '/api/notifications/:notificationId',
    summary: 'Marks one as seen, or with seen=false as unseen again.',
    who: 'member',
    params: one,
    query: Type.Object({ action: text, seen: text, seenFrom: text, render: text, format: text }),
    response: Notification,
    errors: ['notificationNotFound', 'notOwner', 'invalidRenderFormat', 'invalidAction'],
  }),
  deleteNotification: endpoint({
    method: 'DELETE',
    path: '/api/notifications/:notificationId',
    summary: 'Deletes one, and answers with what it was.',
    who: 'member',
    params: one,
    query: Type.Object({ render: text, format: text }),
    response: Notification,
    errors: ['notificationNotFound', 'notOwner', 'invalidRenderFormat'],
  }),
}
