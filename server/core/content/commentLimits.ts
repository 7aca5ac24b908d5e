import { sql } from 'kysely'
import type { CommentLimits } from '../../../contract/entities/commentLimits.ts'
import { inForce } from '../../../contract/inForce.ts'
import type { CommenterGroup } from '../../../contract/words.ts'
import type { Db } from '../../platform/database/connection.ts'
import type { PostColumns } from '../../platform/database/rows.ts'
import { recordActions } from '../moderationLog/record.ts'
import type { StaffRole } from '../permissions/roles.ts'

/** Limits for comments as they are stored, with those that are over. */
export type StoredCommentLimits = NonNullable<PostColumns['comment_limits']>

/** Limits for comments in JSON; undefined where there are none. Those that are over are left out. */
export function commentLimitsView(
  stored: StoredCommentLimits | null,
  now: Date = new Date(),
): CommentLimits | undefined {
  if (stored === null) return undefined
  const slowMode = inForce(stored.slowMode, now)
  const commenters = inForce(stored.commenters, now)
  if (!slowMode && !commenters) return undefined
  return {
    slowMode: slowMode && { seconds: slowMode.seconds, until: slowMode.until },
    commenters: commenters && { who: commenters.who, until: commenters.until },
  }
}

/** A post, or with `postId` null a whole community. */
export interface LimitedPlace {
  readonly communityId: string
  readonly postId: string | null
}

/** Null ends a limit; what is missing stays. Without `hours`, a limit that is on keeps its end; with null it has none. */
export interface CommentLimitChange {
  readonly slowMode?: { readonly seconds: number; readonly hours?: number | null } | null | undefined
  readonly commenters?: { readonly who: CommenterGroup; readonly hours?: number | null } | null | undefined
}

interface By {
  readonly actor: { readonly id: string }
  readonly actedAs: StaffRole
  /** Null if a moderator does it. */
  readonly rule?: { readonly id: string; readonly name: string; readonly reason: string | null } | null
}

/** The limits of a post or community that the transaction has locked. */
export async function readCommentLimits(
  trx: Db,
  { communityId, postId }: LimitedPlace,
): Promise<StoredCommentLimits> {
  const { rows } = await sql<{ limits: StoredCommentLimits | null }>`
    select comment_limits as limits from ${sql.table(postId === null ? 'communities' : 'posts')}
    where id = ${postId ?? communityId}`.execute(trx)
  return rows[0]?.limits ?? {}
}

/**
 * Changes what limits comments on a post, or on all posts of a community, and records it. The caller has locked the row.
 *
 * @returns what is in force now.
 */
export async function changeCommentLimits(
  trx: Db,
  place: LimitedPlace,
  { slowMode, commenters }: CommentLimitChange,
  { actor, actedAs, rule = null }: By,
): Promise<CommentLimits> {
  const now = new Date()
  const before = await readCommentLimits(trx, place)
  const was = commentLimitsView(before, now)
  const untilOf = (
    hours: number | null | undefined,
    present: { until: string | null } | null | undefined,
  ) => {
    if (hours === undefined) return present?.until ?? null
    return hours === null ? null : new Date(now.getTime() + hours * 3_600_000).toISOString()
  }
  const ofRule = rule && { ruleId: rule.id }
  const after: StoredCommentLimits = {
    ...(slowMode
      ? { slowMode: { seconds: slowMode.seconds, until: untilOf(slowMode.hours, was?.slowMode), ...ofRule } }
      : slowMode === undefined && before.slowMode && { slowMode: before.slowMode }),
    ...(commenters
      ? { commenters: { who: commenters.who, until: untilOf(commenters.hours, was?.commenters), ...ofRule } }
      : commenters === undefined && before.commenters && { commenters: before.commenters }),
  }
  const stored = Object.keys(after).length === 0 ? null : JSON.stringify(after)
  await (place.postId === null
    ? sql`update communities set comment_limits = ${stored}::jsonb where id = ${place.communityId}`
    : sql`update posts set comment_limits = ${stored}::jsonb where id = ${place.postId}`
  ).execute(trx)
  const is = commentLimitsView(after, now)
  const entry = { ...place, actor, actedAs, ...(rule && { reason: rule.reason }) }
  const basis = rule && ({ basis: 'automation', automation: rule.name } as const)
  const endOf = (until: string | null) => (until === null ? {} : { expiresAt: until })
  const entries: Parameters<typeof recordActions>[1][number][] = []
  if (is?.slowMode && slowMode)
    entries.push({
      ...entry,
      action: 'start_slow_mode',
      details: { seconds: is.slowMode.seconds, ...endOf(is.slowMode.until), ...basis },
    })
  else if (was?.slowMode && slowMode === null) entries.push({ ...entry, action: 'end_slow_mode' })
  if (is?.commenters && commenters)
    entries.push({
      ...entry,
      action: 'limit_commenters',
      details: { commenters: is.commenters.who, ...endOf(is.commenters.until), ...basis },
    })
  else if (was?.commenters && commenters === null) entries.push({ ...entry, action: 'unlimit_commenters' })
  await recordActions(trx, entries)
  return is ?? { slowMode: null, commenters: null }
}
