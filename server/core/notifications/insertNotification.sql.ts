// Made from insertNotification.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly userId: string
  readonly type: string
  readonly details: unknown
  readonly postId: string | null
  readonly commentId: string | null
  readonly actorId: string | null
  readonly communityId: string | null
  readonly deletedAs: string | null
  readonly badgeType: string | null
  readonly body: string | null
}

export type InsertNotificationRow = {
  id: string | null
}

export const insertNotification: Statement<Parameters, InsertNotificationRow> = {
  name: 'insertNotification',
  text: `with member as materialized ( select id from users where id = $1 and deleted_at is null for no key update ), notification as materialized ( select notify_with_details(id, $2, $3::jsonb, post => $4::bigint, about_comment => $5::bigint, actor => $6::bigint, community => $7::bigint, role => $8, badge => $9, message => $10) as new_count_change from member ) select (count_for_member($1, more_notifications => new_count_change)).id from notification`,
  parameters: ['userId', 'type', 'details', 'postId', 'commentId', 'actorId', 'communityId', 'deletedAs', 'badgeType', 'body'],
  literals: [],
}
