// Made from insertNotifications.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly notifications: unknown
}

export type InsertNotificationsRow = {
  id: string | null
}

export const insertNotifications: Statement<Parameters, InsertNotificationsRow> = {
  name: 'insertNotifications',
  text: `with notification as materialized ( select * from jsonb_to_recordset($1::jsonb) as notification (user_id bigint, type text, post_id bigint, comment_id bigint, deleted_as text, details jsonb, community_id bigint, actor_id bigint, badge_type text, body text) ), member as materialized ( select id from users where id in (select user_id from notification) and deleted_at is null order by id for no key update ), stored as materialized ( select member.id, notify_with_details(member.id, type, details, post => post_id, about_comment => comment_id, actor => actor_id, community => community_id, role => deleted_as, badge => badge_type, message => body) as new_count_change from member join notification on notification.user_id = member.id ) select (count_for_member(id, more_notifications => sum(new_count_change)::integer)).id from stored group by id`,
  parameters: ['notifications'],
  literals: [],
}
