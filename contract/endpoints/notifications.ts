import { Type } from 'typebox'
import { Notification } from '../entities/notification.ts'
import { int, listOf, Success, text } from '../entities/schema.ts'
import { notificationKinds } from '../notificationKinds.ts'
import { notificationActions, notificationTypes } from '../words.ts'
import { endpoint } from './endpoint.ts'
import { choice, next, onOff, optional } from './parameters.ts'

const one = Type.Object({ notificationId: text('The number of the notification.') })
const form = {
  render: choice(['true', 'page'], {
    description:
      'With `true`, a notification is a sentence with a URL; otherwise it has the facts in `notif`. `page` is for the pages of this forum, where some lead to pages that others do not have.',
  }),
  format: choice(['html'], {
    description: 'With `html`, rendered titles are HTML with names in bold.',
    refusal: 'invalidRenderFormat',
  }),
}
const ignored = 'Has no effect.'

export const notificationEndpoints = {
  listNotifications: endpoint({
    method: 'GET',
    path: '/api/notifications',
    summary: 'Lists your notifications, unseen ones first, ten on a page.',
    who: 'member',
    query: optional({
      ...form,
      next,
      kind: choice(notificationKinds, {
        description:
          'Only notifications of this kind. `replies`: comments on your posts and replies to your comments. `mentions`: of your name. `votes`: upvotes and badges. `moderation`: what moderators did, and what became of your reports. `site`: announcements and what the admins have to say. Any other text means all.',
      }),
    }),
    response: Type.Object({
      count: int('How many notifications there are, of all kinds.'),
      newCount: int('How many of them are new since you last looked.'),
      items: listOf(Notification, 'The notifications of this page.'),
      next: text('The cursor of the next page; empty at the end.'),
    }),
    errors: ['invalidRenderFormat', 'invalidCursor'],
  }),
  updateNotifications: endpoint({
    method: 'POST',
    path: '/api/notifications',
    summary: 'Changes all of your notifications.',
    who: 'member',
    limit: 'notificationUpdates',
    query: optional({
      action: choice(notificationActions, {
        description:
          '`resetNewCount`: none of them is new any more. `markAllAsSeen`: all are seen. `deleteAll`: all are deleted.',
        refusal: 'invalidAction',
      }),
      type: choice(notificationTypes, {
        description: 'With `markAllAsSeen`: only notifications of this type.',
      }),
      render: text(ignored),
      format: text(ignored),
    }),
    response: Success,
    errors: ['invalidAction'],
  }),
  getNotification: endpoint({
    method: 'GET',
    path: '/api/notifications/:notificationId',
    summary: 'Returns one of your notifications.',
    who: 'member',
    params: one,
    query: optional(form),
    response: Notification,
    errors: ['notificationNotFound', 'notOwner', 'invalidRenderFormat'],
  }),
  updateNotification: endpoint({
    method: 'PUT',
    path: '/api/notifications/:notificationId',
    summary: 'Marks a notification as seen, or with `seen=false`, as not seen.',
    who: 'member',
    params: one,
    query: optional({
      action: choice(['markAsSeen'], { description: 'What to do.', refusal: 'invalidAction' }),
      seen: onOff({ description: 'Whether it is seen.', default: true, otherTexts: true }),
      seenFrom: choice(['webpush'], {
        description: 'Where it was seen. With `webpush`, the number of new notifications is counted again.',
      }),
      ...form,
    }),
    response: Notification,
    errors: ['notificationNotFound', 'notOwner', 'invalidRenderFormat', 'invalidAction'],
  }),
  deleteNotification: endpoint({
    method: 'DELETE',
    path: '/api/notifications/:notificationId',
    summary: 'Deletes a notification; returns it as it was.',
    who: 'member',
    params: one,
    query: optional(form),
    response: Notification,
    errors: ['notificationNotFound', 'notOwner', 'invalidRenderFormat'],
  }),
}
