import { sql } from 'kysely'
import type { FiledReport } from '../../contract/entities/report.ts'
import { errors } from '../../contract/errors.ts'
import type { Db } from '../database/connection.ts'
import { enforce, Refused } from '../http/refused.ts'
import type { Viewer } from '../http/viewer.ts'
import { isBannedNow } from './bans.ts'
import { reportRefusal } from './policy.ts'
import { filedReportView, type ReportRow } from './view.ts'

interface Accusation {
  /** `post` or `comment`; untrusted. */
  readonly type: string
  readonly targetId: string
  /** Number of a reason of this site; untrusted. */
  readonly reason: number
}

interface Outcome extends Omit<ReportRow, 'id' | 'created_at' | 'reason_id'> {
  author_id: string
  is_banned: boolean
  /** null: there is no such reason. */
  reason_id: number | null
  /** null: nothing was filed. */
  id: string | null
  created_at: Date | null
}

/** What is reported. The share lock makes a deletion wait, which then removes this report too. */
const targets = {
  post: (id: string) => sql`
    select posts.community_id, posts.id as post_id, null::bigint as comment_id, posts.author_id from posts
    where posts.id = ${id} and posts.deleted_at is null for share`,
  comment: (id: string) => sql`
    select posts.community_id, posts.id as post_id, comments.id as comment_id, comments.author_id
    from comments join posts on posts.id = comments.post_id
    where comments.id = ${id} and comments.deleted_at is null for share of comments`,
}

/**
 * Tells the moderators of a community about a post or a comment, in one statement. For another reason the
 * same member can report it again.
 *
 * @throws Refused in the order of the API contract 4.5. What is deleted counts as not there: its reports
 * went with it, so there is nothing left for a moderator to do.
 */
export async function report(db: Db, member: Viewer, accusation: Accusation): Promise<FiledReport> {
  const { type, targetId, reason } = accusation
  if (type !== 'post' && type !== 'comment') throw new Refused(errors.invalidReportType)
  const { rows } = await sql<Outcome>`
    with target as materialized (${targets[type](targetId)}),
    reason as materialized (
      -- compared as fractions, because an integer from outside can be of any size
      select id, title, description from report_reasons where id = ${reason}::double precision),
    facts as materialized (
      select target.*, ${isBannedNow(member.id, sql`target.community_id`)} as is_banned from target),
    filed as (
      insert into reports (community_id, post_id, comment_id, reason_id, reporter_id)
      select facts.community_id, facts.post_id, facts.comment_id, reason.id, ${member.id} from facts, reason
      where not facts.is_banned and facts.author_id <> ${member.id}
      on conflict do nothing
      returning id, created_at)
    select facts.*, reason.id as reason_id, reason.title as reason_title,
      reason.description as reason_description, filed.id, filed.created_at
    from facts left join reason on true left join filed on true`.execute(db)
  const [outcome] = rows
  if (!outcome) throw new Refused(type === 'post' ? errors.postNotFound : errors.commentNotFound)
  enforce(reportRefusal(member, { authorId: outcome.author_id, isMemberBanned: outcome.is_banned }))
  const { id, created_at, reason_id } = outcome
  if (reason_id === null) throw new Refused(errors.invalidReportReason)
  if (id === null || created_at === null) throw new Refused(errors.alreadyReported)
  return filedReportView({ ...outcome, id, created_at, reason_id })
}
