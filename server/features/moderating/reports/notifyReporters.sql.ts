// Made from notifyReporters.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../../platform/database/statement.ts'

interface Parameters {
  readonly limit: number
}

export type NotifyReportersRow = {
  outcomes: number
  members: string
}

export const notifyReporters: Statement<Parameters, NotifyReportersRow> = {
  name: 'notifyReporters',
  text: `with next_outcome as materialized ( select id from report_outcomes order by id limit $1::integer for update skip locked ), outcome as ( delete from report_outcomes using next_outcome where report_outcomes.id = next_outcome.id returning report_outcomes.reporter_id, report_outcomes.post_id, report_outcomes.comment_id, report_outcomes.outcome ), member as materialized ( select users.id from users where id in (select reporter_id from outcome) and deleted_at is null order by id for no key update ), notification as materialized ( select member.id, notify_with_details(member.id, 'report_handled', jsonb_build_object('outcome', outcome), post => post_id, about_comment => comment_id) as new_count_change from member join outcome on outcome.reporter_id = member.id ), agreed as ( insert into member_trust (user_id, reports_agreed) select member.id, count(*) from member join outcome on outcome.reporter_id = member.id where outcome in ('removed', 'locked') group by member.id order by member.id on conflict (user_id) do update set reports_agreed = member_trust.reports_agreed + excluded.reports_agreed ), updated_member as materialized ( select count_for_member(id, more_notifications => sum(new_count_change)::integer) from notification group by id ) select (select count(*)::integer from outcome) as "outcomes", (select count(*) from updated_member) as members`,
  parameters: ['limit'],
  literals: [],
}
