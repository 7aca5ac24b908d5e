import { type RawBuilder, sql } from 'kysely'
import type { TextVersion, TextVersions } from '../../../contract/entities/textVersion.ts'
import { errors, type Refusal } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import type { EditHistoryReaders } from '../../../contract/words.ts'
import { isStripped } from '../../core/comments/serialize.ts'
import { enforceReading } from '../../core/permissions/bans.ts'
import { isTakenDown } from '../../core/posts/serialize.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import { parseNumberCursor } from '../../platform/http/cursor.ts'
import { parseId } from '../../platform/http/ids.ts'
import { enforce, Refused } from '../../platform/http/refused.ts'

/** Why `viewer` may not read the earlier versions of a text, or null when they may. */
function historyRefusal(
  viewer: { id: string; isAdmin: boolean; moderates: ReadonlySet<string> } | null,
  text: { authorId: string; communityId: string; isHidden: boolean },
  readers: EditHistoryReaders,
): Refusal {
  if (text.isHidden) return errors.historyHidden
  if (readers === 'everybody' || viewer?.id === text.authorId) return null
  const moderates = viewer !== null && (viewer.isAdmin || viewer.moderates.has(text.communityId))
  return readers === 'moderators' && moderates ? null : errors.historyHidden
}

/** A version in JSON. */
interface StoredVersion {
  readonly id: string
  readonly title: string | null
  readonly body: string | null
  readonly writtenAt: string
}

/**
 * Subquery: the versions of a post or comment, the newest first; one more than a page has.
 *
 * @param of the condition that selects them.
 * @param cursor the id of the first one of the page; null: the first page, which also contains the current text.
 */
const storedVersions = (of: RawBuilder<boolean>, cursor: string | null) => sql<StoredVersion[]>`coalesce((
  select json_agg(version) from (
    select text_versions.id::text, text_versions.title, text_versions.body, written_at as "writtenAt" from text_versions
    where ${of} ${cursor === null ? sql`` : sql`and text_versions.id <= ${cursor}`}
    order by text_versions.id desc
    limit ${limits.versionsPerPage + (cursor === null ? 0 : 1)}) as version), '[]')`

/** A page of versions; without a cursor, the current text comes first. */
function pageOf(now: TextVersion, stored: readonly StoredVersion[], cursor: string | null): TextVersions {
  const listed = stored.map(({ id, writtenAt, ...texts }) => ({
    id,
    version: { ...texts, writtenAt: new Date(writtenAt).toISOString() },
  }))
  const all = cursor === null ? [{ id: null, version: now }, ...listed] : listed
  return {
    versions: all.slice(0, limits.versionsPerPage).map(({ version }) => version),
    next: all[limits.versionsPerPage]?.id ?? null,
  }
}

/**
 * The versions of a post, the newest first.
 *
 * @throws Refused with `invalid_cursor`, `post/not-found`, or `history-hidden` when this viewer may not read them.
 */
export async function listPostVersions(
  db: Db,
  viewer: Viewer | null,
  { publicId, next }: { publicId: string; next?: string },
  readers: EditHistoryReaders,
): Promise<TextVersions> {
  const cursor = parseNumberCursor(next)
  const post = await db
    .selectFrom('posts')
    .where('public_id', '=', publicId)
    .select(['title', 'body', 'author_id', 'community_id', 'deleted_as', 'created_at', 'edited_at'])
    .select(storedVersions(sql<boolean>`text_versions.post_id = posts.id`, cursor).as('versions'))
    .executeTakeFirstOrThrow(() => new Refused(errors.postNotFound))
  enforceReading(viewer, post.community_id)
  const facts = { authorId: post.author_id, communityId: post.community_id }
  enforce(historyRefusal(viewer, { ...facts, isHidden: isTakenDown(post, viewer) }, readers))
  const writtenAt = (post.edited_at ?? post.created_at).toISOString()
  return pageOf({ title: post.title, body: post.body, writtenAt }, post.versions, cursor)
}

/**
 * The versions of a comment, the newest first.
 *
 * @throws Refused with `invalid_id`, `invalid_cursor`, `comment_not_found`, or `history-hidden` when this viewer may not read them.
 */
export async function listCommentVersions(
  db: Db,
  viewer: Viewer | null,
  { commentId, next }: { commentId: string; next?: string },
  readers: EditHistoryReaders,
): Promise<TextVersions> {
  const id = parseId(commentId)
  const cursor = parseNumberCursor(next)
  const comment = await db
    .selectFrom('comments')
    .innerJoin('posts', 'posts.id', 'comments.post_id')
    .where('comments.id', '=', id)
    .select(['comments.body', 'comments.author_id', 'comments.deleted_as', 'posts.community_id'])
    .select(['comments.created_at', 'comments.edited_at'])
    .select(storedVersions(sql<boolean>`text_versions.comment_id = comments.id`, cursor).as('versions'))
    .executeTakeFirstOrThrow(() => new Refused(errors.commentNotFound))
  enforceReading(viewer, comment.community_id)
  const facts = { authorId: comment.author_id, communityId: comment.community_id }
  const isHidden = isStripped(viewer, { ...facts, deletedAs: comment.deleted_as })
  enforce(historyRefusal(viewer, { ...facts, isHidden }, readers))
  const writtenAt = (comment.edited_at ?? comment.created_at).toISOString()
  return pageOf({ title: null, body: comment.body, writtenAt }, comment.versions, cursor)
}
