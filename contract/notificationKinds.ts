import type { NotificationType } from './words.ts'

/** What members choose from to see some of their notifications. */
export const notificationKinds = ['replies', 'mentions', 'votes', 'moderation', 'site'] as const
export type NotificationKind = (typeof notificationKinds)[number]
/** Each type is of one kind. */
export const kindOfNotification: Record<NotificationType, NotificationKind> = {
  new_comment: 'replies',
  comment_reply: 'replies',
  mention: 'mentions',
  new_votes: 'votes',
  new_badge: 'votes',
  deleted_post: 'moderation',
  deleted_comment: 'moderation',
  locked: 'moderation',
  restored: 'moderation',
  report_handled: 'moderation',
  appeal_filed: 'moderation',
  appeal_answered: 'moderation',
  banned: 'moderation',
  modmail: 'moderation',
  reported: 'moderation',
  notice: 'moderation',
  own_notice: 'moderation',
  held_waiting: 'moderation',
  held_decided: 'moderation',
  automation: 'moderation',
  mod_add: 'moderation',
  mod_permissions: 'moderation',
  move_proposed: 'moderation',
  post_moved: 'moderation',
  community_renamed: 'moderation',
  welcome: 'site',
  announcement: 'site',
  denied_comm: 'site',
  approved: 'site',
  backup_failed: 'site',
  wave: 'site',
}
