import { type RawBuilder, sql } from 'kysely'
import type { ReportOutcome } from '../../../contract/words.ts'
import type { Db } from '../../platform/database/connection.ts'

/** The task that notifies the reporters of closed reports. */
export const reportOutcomesTask = 'notify_reporters'

/** Selects reports: one, those of a post or a comment, or those of several posts with all their comments, or of comments. */
export type ClosedReports =
  | { readonly report: string; readonly communityId: string }
  | { readonly post_id: string; readonly comment_id: string | null }
  | { readonly posts: readonly string[] }
  | { readonly comments: readonly string[] }
  /** Reports of posts themselves and of comments. */
  | { readonly postsAlone: readonly string[]; readonly comments: readonly string[] }

interface ClosedReport {
  readonly id: string
  readonly post_id: string
  readonly comment_id: string | null
}

function conditionOf(which: ClosedReports): RawBuilder<unknown> {
  if ('report' in which) return sql`id = ${which.report} and community_id = ${which.communityId}`
  if ('posts' in which) return sql`post_id = any(${which.posts}::bigint[])`
  if ('postsAlone' in which)
    return sql`(post_id = any(${which.postsAlone}::bigint[]) and comment_id is null)
      or comment_id = any(${which.comments}::bigint[])`
  if ('comments' in which) return sql`comment_id = any(${which.comments}::bigint[])`
  // The index is on this expression.
  return sql`post_id = ${which.post_id} and coalesce(comment_id, 0) = ${which.comment_id ?? '0'}`
}

/**
 * Closes reports about a post or comment that was dealt with, and stores the decision for the queue. A job notifies their reporters. When the post or comment changes too, call
 * this after that change: the change waits for the row lock of a report that is being inserted, and only a later statement sees
 * that report.
 *
 * @param outcome null if its author deleted it, which needs no notification.
 * @param actor is not notified of their own decision.
 */
export async function closeReports(
  trx: Db,
  which: ClosedReports,
  { outcome, actor }: { outcome: ReportOutcome | null; actor: { readonly id: string } | null },
): Promise<ClosedReport[]> {
  const { rows } = await sql<ClosedReport>`
    with closed as (
      delete from reports where ${conditionOf(which)} returning id, community_id, post_id, comment_id, reporter_id
    ), review as (
      insert into reviews (community_id, post_id, comment_id, outcome, reviewed_by)
      select distinct community_id, post_id, comment_id, ${outcome}::text, ${actor?.id ?? null}::bigint from closed
      where ${outcome}::text is not null and ${actor?.id ?? null}::bigint is not null
      on conflict (post_id, coalesce(comment_id, 0)) do update set id = default, outcome = excluded.outcome,
        reviewed_by = excluded.reviewed_by, reviewed_at = excluded.reviewed_at
      where reviews.reviewed_at < excluded.reviewed_at
    ), outcome as (
      insert into report_outcomes (reporter_id, post_id, comment_id, outcome)
      select distinct reporter_id, post_id, comment_id, ${outcome}::text from closed
      where ${outcome}::text is not null and reporter_id <> ${actor?.id ?? '0'}
      returning id
    ), ended_alert as (
      -- Forgets which moderators were notified, so that the next report notifies them again.
      delete from report_alerts using closed
      where report_alerts.post_id = closed.post_id and report_alerts.comment_id is not distinct from closed.comment_id
        and not exists (
          select from reports
          where reports.post_id = closed.post_id and coalesce(reports.comment_id, 0) = coalesce(closed.comment_id, 0)
            and not reports.is_hidden and reports.id not in (select id from closed))
    ), job as materialized (
      select graphile_worker.add_job(${reportOutcomesTask}) where exists (select from outcome)
    )
    select closed.id::text, closed.post_id::text, closed.comment_id::text from closed left join job on true`.execute(
    trx,
  )
  return rows
}
