// Made from insertForAdmins.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly type: string
  readonly body: string
}

export type InsertForAdminsRow = {
  id: string | null
}

export const insertForAdmins: Statement<Parameters, InsertForAdminsRow> = {
  name: 'insertForAdmins',
  text: `with member as materialized ( select id from users where is_admin and deleted_at is null and banned_at is null order by id for no key update ), notification as materialized ( select id as user_id, notify_member(id, $1, now(), message => $2) as new_count_change from member ) select (count_for_member(user_id, more_notifications => new_count_change)).id as "id" from notification`,
  parameters: ['type', 'body'],
  literals: [],
}
