// Made from changeLocks.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly actorId: string
  readonly targets: unknown
  readonly locks: boolean
}

export type ChangeLocksRow = never

export const changeLocks: Statement<Parameters, ChangeLocksRow> = {
  name: 'changeLocks',
  text: `with target as materialized ( select post_id, comment_id, case when \${locks} then acted_as end as locked_as, case when \${locks} then $1::bigint end as locked_by, case when \${locks} then now() end as locked_at from jsonb_to_recordset($2::jsonb) as target (post_id bigint, comment_id bigint, acted_as text) ), post as ( update posts set locked_at = target.locked_at, locked_by = target.locked_by, locked_as = target.locked_as from target where target.comment_id is null and posts.id = target.post_id ) update comments set locked_at = target.locked_at, locked_by = target.locked_by, locked_as = target.locked_as from target where comments.id = target.comment_id`,
  parameters: ['actorId', 'targets'],
  literals: ['locks'],
}
