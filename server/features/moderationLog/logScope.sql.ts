// Made from logScope.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly communityId: string | null
  readonly usernameKey: string | null
}

export type LogScopeRow = {
  names_shown: boolean | null
  actor_id: string | null
}

export const logScope: Statement<Parameters, LogScopeRow> = {
  name: 'logScope',
  text: `select (select moderation_log_names from communities where id = $1::bigint and deleted_at is null) as names_shown, (select id from users where username_key = $2::text and deleted_at is null) as actor_id`,
  parameters: ['communityId', 'usernameKey'],
  literals: [],
}
