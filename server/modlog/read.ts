import { sql } from 'kysely'
import type { OutputOf } from '../../contract/endpoints/index.ts'
import { errors } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import { moderationActs, privateModerationActs } from '../../contract/moderationActs.ts'
import type { Db } from '../database/connection.ts'
import { readNumberCursor } from '../http/cursor.ts'
import { readId } from '../http/ids.ts'
import { readPageSize } from '../http/pageSize.ts'
import { Refused } from '../http/refused.ts'
import type { Viewer } from '../http/viewer.ts'
import { type ModerationLogRow, moderationLogView } from './view.ts'

/** What is asked for, as it stands in the address; what is missing or empty does not narrow it. */
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
 * others only where the community tells it; by whom something was can only be asked where it is told.
 *
 * @returns `next`: the id of the first entry of the page after this one, or null.
 * @throws Refused for an act, a number, a cursor or an id that is none, and for a community or user that is not there.
 */
export async function listModerationLog(
  db: Db,
  viewer: Viewer | null,
  asked: Asked,
): Promise<OutputOf<'listModerationLog'>> {
  const action = asked.action || null
  if (action !== null && !moderationActs.some((act) => act === action))
    throw new Refused(errors.invalidAction)
  const limit = readPageSize(asked.limit, { byDefault: limits.moderationLogPerPage, max: limits.pageSizeMax })
  const from = readNumberCursor(asked.next)
  const { communityId, namesModerators, actorId } = await readPlace(db, viewer, asked)
  // There may be a great many, and all would be read in vain.
  const isWithheld = !viewer?.isAdmin && privateModerationActs.some((act) => act === action)
  if (isWithheld) return { items: [], next: null, namesModerators }
  const rows = await readEntries(db, viewer, { communityId, action, actorId, from }, limit + 1)
  return {
    items: rows.slice(0, limit).map((row) => moderationLogView(row, viewer)),
    next: rows[limit]?.id ?? null,
    namesModerators,
  }
}

/** The community and the moderator that are asked for, and whether one is told there by whom something was. */
async function readPlace(db: Db, viewer: Viewer | null, asked: Asked) {
  const communityId = asked.communityId ? readId(asked.communityId) : null
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

async function readEntries(
  db: Db,
  viewer: Viewer | null,
  { communityId, action, actorId, from }: Filter,
  count: number,
): Promise<ModerationLogRow[]> {
  const none = sql``
  // Whose names are not told must not be found by them either.
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
