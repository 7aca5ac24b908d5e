// Made from bulkActions.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../../platform/database/statement.ts'

interface Parameters {
  readonly id: string | null
  readonly days: number
  readonly limit: number
  readonly samples: number
}

export type BulkActionsRow = {
  id: string
  action: 'ban' | 'unban' | 'log_out' | 'remove' | 'restore' | 'uncount_votes' | 'count_votes' | 'slow_votes' | 'end_slow_votes'
  with_content: boolean
  reason: string | null
  expires_at: Date | null
  votes_since: Date | null
  filter: unknown
  undoes_id: string | null
  orderer: string | null
  ordered_at: Date
  finished_at: Date | null
  is_stopped: boolean
  is_undoable: boolean
  accounts: number
  contents: number
  done: number
  changed: number
  content_left: number
  votes_left: number
  skipped: string[]
}

export const bulkActions: Statement<Parameters, BulkActionsRow> = {
  name: 'bulkActions',
  text: `with listed as materialized ( select * from bulk_actions where case when $1::bigint is null then ordered_at > now() - make_interval(days => $2) else id = $1 end order by ordered_at desc, id desc limit $3::integer ) select listed.id as "id", listed.action as "action", with_content as "with_content", reason, expires_at, votes_since, filter, undoes_id, named(ordered_by) as orderer, ordered_at as "ordered_at", finished_at, is_stopped as "is_stopped", listed.action in ('ban', 'remove', 'uncount_votes', 'slow_votes') and finished_at is not null and ordered_at > now() - make_interval(days => $2) and not exists ( select from bulk_actions as undoing where undoing.undoes_id = listed.id and (undoing.finished_at is null or not undoing.is_stopped)) as "is_undoable", counted.accounts as "accounts", (select count(*)::integer from bulk_action_contents where bulk_action_id = listed.id) as "contents", counted.done as "done", counted.changed as "changed", counted.content_left as "content_left", counted.votes_left as "votes_left", array( select username from bulk_action_members as member join users on users.id = user_id where bulk_action_id = listed.id and outcome = 'skipped' order by user_id limit $4::integer) as "skipped" from listed cross join lateral ( select count(*)::integer as accounts, count(outcome)::integer as done, (count(*) filter (where outcome = 'changed'))::integer as changed, (count(*) filter (where with_content and exists ( select from content_deletions as deletion where deletion.user_id = member.user_id and case when listed.action in ('ban', 'remove') then deletion.bulk_action_id = listed.id and first_look_at is null and deletion.finished_at is null else taken_back_at is not null and exists ( select from withheld_contents where deletion_id = deletion.id) end)))::integer as content_left, (count(*) filter (where exists ( select from uncounted_voters as voter where voter.user_id = member.user_id and voter.bulk_action_id = listed.id and voter.finished_at is null)))::integer as votes_left from bulk_action_members as member where bulk_action_id = listed.id ) as counted order by listed.ordered_at desc, listed.id desc`,
  parameters: ['id', 'days', 'limit', 'samples'],
  literals: [],
}
