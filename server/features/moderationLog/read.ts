import { sql } from 'kysely'
import { endpoints, type OutputOf } from '../../../contract/endpoints/index.ts'
import { errors } from '../../../contract/errors.ts'
import { privateModerationActions } from '../../../contract/moderationActions.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import { parseNumberCursor } from '../../platform/http/cursor.ts'
import { parseId } from '../../platform/http/ids.ts'
import { parseChoice, parseWhole } from '../../platform/http/parameters.ts'
import { Refused } from '../../platform/http/refused.ts'
import { type ModerationLogRow, moderationLogView } from './view.ts'

/** The filters as texts of the URL; a missing or empty one does not filter. */
interface Asked {
  readonly communityId?: string
  readonly action?: string
  readonly moderator?: string
  readonly limit?: string
  readonly next?: string
}

/** What the page is narrowed to. */
interface Filter {
  readonly communityId: string | null
  readonly action: string | null
  readonly actorId: string | null
  /** The id of the first entry; null: the newest. */
  readonly from: string | null
}

/**
 * What moderators and admins did, newest first. What admins alone may read comes to them alone, and who acted comes to
 * others only where the community shows it; only where it is shown can it be asked for.
 *
 * @returns `next`: the id of the first entry of the page after this one, or null.
 * @throws Refused for an invalid action, number, cursor or id, and for a community or user that is not there.
 */
export async function listModerationLog(
  db: Db,
  viewer: Viewer | null,
  asked: Asked,
): Promise<OutputOf<'listModerationLog'>> {
  const parameters = endpoints.listModerationLog.query.properties
  const action = parseChoice(parameters.action, asked.action) ?? null
  const limit = parseWhole(parameters.limit, asked.limit)
  const from = parseNumberCursor(asked.next)
  const { communityId, namesModerators, actorId } = await getLogScope(db, viewer, asked)
  // There may be a great many, and all would be read in vain.
  const isWithheld = !viewer?.isAdmin && privateModerationActions.some((one) => one === action)
  if (isWithheld) return { items: [], next: null, namesModerators }
  const rows = await getEntries(db, viewer, { communityId, action, actorId, from }, limit + 1)
  return {
    items: rows.slice(0, limit).map((row) => moderationLogView(row, viewer)),
    next: rows[limit]?.id ?? null,
    namesModerators,
  }
}

/** The community and the moderator to filter by, and whether names of moderators are shown. */
async function getLogScope(db: Db, viewer: Viewer | null, asked: Asked) {
  const communityId = asked.communityId ? parseId(asked.communityId) : null
  const moderator = asked.moderator?.trim().replace(/^@/, '') || null
  if (communityId === null && moderator === null) return { communityId, actorId: null, namesModerators: true }
  const { rows } = await sql<{ names_shown: boolean | null; actor_id: string | null }>`
    select
      (select moderation_log_names from communities where id = ${communityId} and deleted_at is null) as names_shown,
      (select id from users where username_key = ${moderator?.toLowerCase() ?? null} and deleted_at is null)
        as actor_id`.execute(db)
  const { names_shown = null, actor_id: actorId = null } = rows[0] ?? {}
  if (communityId !== null && names_shown === null) throw new Refused(errors.communityNotFound)
  const namesModerators = viewer?.isAdmin || names_shown !== false
  if (moderator !== null && !namesModerators) throw new Refused(errors.moderatorsNotNamed)
  if (moderator !== null && actorId === null) throw new Refused(errors.userNotFound)
  return { communityId, actorId, namesModerators }
}

async function getEntries(
  db: Db,
  viewer: Viewer | null,
  { communityId, action, actorId, from }: Filter,
  count: number,
): Promise<ModerationLogRow[]> {
  const none = sql``
  // Names that are not shown must not be found by asking for them either.
  const isTold = sql`coalesce(community_id, 0) not in (select id from communities where not moderation_log_names)`
  const { rows } = await sql<ModerationLogRow>`
    with page as materialized (
      select * from moderation_log
      where ${viewer?.isAdmin ? sql`true` : sql`is_public`}
        ${communityId === null ? none : sql`and community_id = ${communityId}`}
        ${action === null ? none : sql`and action = ${action}`}
        ${actorId === null ? none : sql`and actor_id = ${actorId}`}
        ${actorId === null || communityId !== null || viewer?.isAdmin ? none : sql`and ${isTold}`}
        ${from === null ? none : sql`and id <= ${from}`}
      order by id desc limit ${sql.lit(count)})
    select page.id, page.action, page.acted_as, page.reason, page.details, page.created_at, page.comment_id,
      actor.username as actor_username, actor.deleted_at is not null as actor_is_deleted,
      communities.id as community_id, communities.name as community_name,
      communities.moderation_log_names as names_shown,
      posts.public_id as post_public_id, case when posts.deleted_at is null then posts.title end as post_title,
      about.username as user_username, about.deleted_at is not null as user_is_deleted
    from page
      join users as actor on actor.id = page.actor_id
      left join communities on communities.id = page.community_id
      left join posts on posts.id = page.post_id
      left join users as about on about.id = page.user_id
    order by page.id desc`.execute(db)
  return rows
}
