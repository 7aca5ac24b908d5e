import { sql } from 'kysely'
import type { OutputOf } from '../../../contract/endpoints/index.ts'
import type { PostMerge } from '../../../contract/entities/move.ts'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { parseReason, recordAction } from '../../core/moderationLog/record.ts'
import { enforceModeration } from '../../core/permissions/moderation.ts'
import { lockPermissions } from '../../core/permissions/permissionLock.ts'
import { moderationRefusal } from '../../core/permissions/policy.ts'
import { lockRoles, rolesAtRequest, staffRoleOf } from '../../core/permissions/roles.ts'
import { titleView } from '../../core/posts/serialize.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import { queryRow } from '../../platform/database/statement.ts'
import { retriedTransaction } from '../../platform/database/transaction.ts'
import { parseId, parseIdOrNull } from '../../platform/http/ids.ts'
import { enforce, Refused } from '../../platform/http/refused.ts'
import { closePosts, lockAppeals } from './locks.ts'
import { moveComments } from './moveComments.sql.ts'

const needed = ['content'] as const

/** What undo cannot know otherwise. Moments are in the format of the database, which has more digits. */
interface Before {
  readonly isPinned: boolean
  readonly isPinnedSite: boolean
  /** The comment that was pinned on the merged post; null if the other one has none, where it stays pinned. */
  readonly unpinned: string | null
  /** New comments that wait for review. */
  readonly heldIds: readonly string[]
  /** The latest activity of the other post, before and after. */
  readonly activity: readonly [ActivityOf, ActivityOf]
}

interface ActivityOf {
  readonly at: string
  readonly stamp: string
}

/**
 * Merges a post into another one of the same community, in one transaction. The merged post is deleted as if its author had done it: it
 * is not a removal that counts against them, nobody is notified, and only undoing the merge brings it back.
 *
 * @throws Refused with `post/not-found`, `not_admin_nor_mod`, `merge-of-same-post`, `cannot-merge-deleted`, `merge-elsewhere` or
 *   `merge-too-large`.
 */
export async function mergePost(
  db: Db,
  viewer: Viewer,
  given: { publicId: string; into: string; reason?: string },
): Promise<PostMerge> {
  const reason = parseReason(given.reason)
  const from = await findPost(db, given.publicId)
  // Nobody else makes others wait for locks.
  enforce(moderationRefusal(rolesAtRequest(viewer, from.community_id, needed)))
  const id = await retriedTransaction(db, async (trx) => {
    await setErasuresBack(trx)
    await lockPermissions(trx, viewer)
    const roles = await lockRoles(trx, viewer, from.community_id, needed)
    enforce(moderationRefusal(roles))
    const to = await findPost(trx, given.into)
    if (from.id === to.id) throw new Refused(errors.mergeOfSamePost)
    const [source, target] = await lockBoth(trx, { sourceId: from.id, targetId: to.id, fromId: from.id })
    if (source.deleted_at !== null || target.deleted_at !== null) throw new Refused(errors.cannotMergeDeleted)
    if (source.community_id !== from.community_id || target.community_id !== source.community_id)
      throw new Refused(errors.mergeElsewhere)
    if (source.comment_count > limits.mergedCommentsMax) throw new Refused(errors.mergeTooLarge)
    const actedAs = staffRoleOf(roles)
    const rootIds = await rootsOf(trx, source.id)
    await lockComments(trx, source.id, rootIds)
    const heldIds = await heldCommentsOf(trx, source.id)
    const unpinned = await unpinOneOf(trx, source.id, target.id)
    await queryRow(trx, moveComments, { fromId: source.id, toId: target.id, rootIds, heldIds })
    await sql`update posts set deleted_at = now(), deleted_by = ${viewer.id}, deleted_as = 'normal', is_pinned = false,
      is_pinned_site = false where id = ${source.id}`.execute(trx)
    await countPost(trx, source.author_id, -1)
    await setUncountedBack(trx, target.id)
    const after = await setActivity(trx, target.id, latest(source, target))
    const before: Before = {
      isPinned: source.is_pinned,
      isPinnedSite: source.is_pinned_site,
      unpinned,
      heldIds,
      activity: [activityOf(target), after],
    }
    const merge = await trx
      .insertInto('post_merges')
      .values({
        post_id: source.id,
        into_id: target.id,
        community_id: source.community_id,
        merged_by: viewer.id,
        reason,
        root_ids: rootIds,
        before: JSON.stringify(before),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordAction(trx, {
      action: 'merge_post',
      actor: viewer,
      actedAs,
      communityId: source.community_id,
      postId: target.id,
      reason,
    })
    return merge.id
  })
  return getMerge(db, viewer, id)
}

/**
 * Undoes a merge: the post is back as it was, with the comments that moved, and with what was replied to them since then. If its author
 * deleted it meanwhile, or its text is gone, it stays deleted.
 *
 * @throws Refused with `merge-not-found`, `not_admin_nor_mod` or `merge-undone`.
 */
export async function undoMerge(db: Db, viewer: Viewer, given: { mergeId: string }): Promise<PostMerge> {
  const id = parseIdOrNull(given.mergeId)
  const known = await db
    .selectFrom('post_merges')
    .where('id', '=', id)
    .select(['post_id', 'into_id', 'community_id'])
    .executeTakeFirstOrThrow(() => new Refused(errors.mergeNotFound))
  enforce(moderationRefusal(rolesAtRequest(viewer, known.community_id, needed)))
  await retriedTransaction(db, async (trx) => {
    await setErasuresBack(trx)
    await lockPermissions(trx, viewer)
    const roles = await lockRoles(trx, viewer, known.community_id, needed)
    enforce(moderationRefusal(roles))
    const [source, target] = await lockBoth(trx, {
      sourceId: known.post_id,
      targetId: known.into_id,
      fromId: known.into_id,
    })
    const merge = await trx
      .selectFrom('post_merges')
      .where('id', '=', id)
      .select(['undone_at', 'root_ids', 'before'])
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow(() => new Refused(errors.mergeNotFound))
    const isPlaceSame = [source, target].every(({ community_id }) => community_id === known.community_id)
    if (merge.undone_at !== null || !isPlaceSame || (await isMerged(trx, target.id)))
      throw new Refused(errors.mergeUndone)
    const { heldIds, unpinned, isPinned, isPinnedSite, activity } = merge.before as unknown as Before
    await lockComments(trx, target.id, merge.root_ids)
    await queryRow(trx, moveComments, {
      fromId: target.id,
      toId: source.id,
      rootIds: merge.root_ids,
      heldIds: [...heldIds],
    })
    if (unpinned !== null)
      await sql`update comments set is_pinned = true where id = ${unpinned} and deleted_at is null
        and not exists (select from comments where post_id = ${source.id} and is_pinned)`.execute(trx)
    // What was deleted or erased meanwhile stays deleted. Others may have been pinned meanwhile.
    const { numAffectedRows: noBack = 0n } =
      await sql`update posts set deleted_at = null, deleted_by = null, deleted_as = null,
      is_pinned = ${isPinned} and ${limits.pinnedPostsMax} > (
        select count(*) from posts where community_id = ${source.community_id} and is_pinned),
      is_pinned_site = ${isPinnedSite} and ${limits.pinnedPostsMax} > (select count(*) from posts where is_pinned_site)
      where id = ${source.id} and content_deleted_at is null
        and deleted_at = (select merged_at from post_merges where id = ${id})`.execute(trx)
    // What an order of an admin removed meanwhile comes back when that is undone.
    if (noBack === 0n)
      await sql`update withheld_contents set was_deleted = false where post_id = ${source.id} and comment_id is null
        and (select deleted_at from posts where id = ${source.id}) = (select merged_at from post_merges where id = ${id})`.execute(
        trx,
      )
    await countPost(trx, source.author_id, Number(noBack))
    await setUncountedBack(trx, source.id)
    const [before, after] = activity
    if (activityOf(target).at === after.at) await setActivity(trx, target.id, before)
    await sql`update post_merges set undone_by = ${viewer.id}, undone_at = now() where id = ${id}`.execute(
      trx,
    )
    await recordAction(trx, {
      action: 'unmerge_post',
      actor: viewer,
      actedAs: staffRoleOf(roles),
      communityId: source.community_id,
      postId: source.id,
    })
  })
  return getMerge(db, viewer, id ?? '')
}

/**
 * Merges in a community, the latest first.
 *
 * @throws Refused with `invalid_id`, `community/not-found` or `not_admin_nor_mod`.
 */
export async function listMerges(
  db: Db,
  viewer: Viewer,
  given: { communityId: string },
): Promise<OutputOf<'listMerges'>> {
  const communityId = parseId(given.communityId)
  await enforceModeration(db, viewer, communityId, needed)
  const rows = await selectMerges(db)
    .where('post_merges.community_id', '=', communityId)
    .orderBy('post_merges.id', 'desc')
    .limit(limits.mergesShown)
    .execute()
  return { items: rows.map((row) => mergeView(row, viewer)) }
}

/**
 * Posts of the community with the same link, the latest first.
 *
 * @throws Refused with `post/not-found` or `not_admin_nor_mod`.
 */
export async function listSameLinks(
  db: Db,
  viewer: Viewer,
  given: { publicId: string },
): Promise<OutputOf<'listSameLinks'>> {
  const post = await findPost(db, given.publicId)
  await enforceModeration(db, viewer, post.community_id, needed)
  const latestPosts = db
    .selectFrom('posts')
    .where('community_id', '=', post.community_id)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limits.sameLinksSearched)
    .select(['id', 'public_id', 'title', 'link_url', 'comment_count', 'created_at'])
    .as('latest')
  const rows =
    post.link_url === null
      ? []
      : await db
          .selectFrom(latestPosts)
          .where('link_url', '=', post.link_url)
          .where('id', '<>', post.id)
          .orderBy('created_at', 'desc')
          .limit(limits.sameLinksShown)
          .select(['public_id', 'title', 'comment_count', 'created_at'])
          .execute()
  return {
    items: rows.map(({ public_id: publicId, title, comment_count: noComments, created_at }) => ({
      publicId,
      title,
      noComments,
      createdAt: created_at.toISOString(),
    })),
  }
}

const selectMerges = (db: Db) =>
  db
    .selectFrom('post_merges')
    .innerJoin('posts as source', 'source.id', 'post_merges.post_id')
    .innerJoin('posts as target', 'target.id', 'post_merges.into_id')
    .innerJoin('communities', 'communities.id', 'post_merges.community_id')
    .select([
      'post_merges.id',
      'post_merges.reason',
      'post_merges.merged_at',
      'post_merges.undone_at',
      'post_merges.community_id',
      'communities.name as community_name',
      sql<string | null>`named(post_merges.merged_by)`.as('merger'),
      sql<string | null>`named(post_merges.undone_by)`.as('undoer'),
      'source.public_id as source_public_id',
      'source.title as source_title',
      'source.author_id as source_author_id',
      'source.community_id as source_community_id',
      'source.deleted_as as source_deleted_as',
      'target.public_id as target_public_id',
      'target.title as target_title',
      'target.author_id as target_author_id',
      'target.community_id as target_community_id',
      'target.deleted_as as target_deleted_as',
      sql<boolean>`source.community_id = post_merges.community_id and target.community_id = post_merges.community_id
        and merged_into(target.id) is null`.as('is_undoable'),
    ])

type MergeRow = Awaited<ReturnType<ReturnType<typeof selectMerges>['execute']>>[number]

async function getMerge(db: Db, viewer: Viewer, id: string): Promise<PostMerge> {
  const row = await selectMerges(db)
    .where('post_merges.id', '=', id)
    .executeTakeFirstOrThrow(() => new Refused(errors.mergeNotFound))
  return mergeView(row, viewer)
}

type Removal = 'normal' | 'mods' | 'admins' | null

const mergeView = (row: MergeRow, viewer: Viewer): PostMerge => ({
  id: Number(row.id),
  post: {
    publicId: row.source_public_id,
    title: titleView(
      {
        title: row.source_title,
        author_id: row.source_author_id,
        community_id: row.source_community_id,
        // While it is merged, it is not removed for what it says.
        deleted_as: row.undone_at === null ? null : (row.source_deleted_as as Removal),
      },
      viewer,
    ),
  },
  into: {
    publicId: row.target_public_id,
    title: titleView(
      {
        title: row.target_title,
        author_id: row.target_author_id,
        community_id: row.target_community_id,
        deleted_as: row.target_deleted_as as Removal,
      },
      viewer,
    ),
  },
  communityName: row.community_name,
  mergedBy: row.merger,
  mergedAt: row.merged_at.toISOString(),
  reason: row.reason,
  undoneBy: row.undoer,
  undoneAt: row.undone_at?.toISOString() ?? null,
  mayUndo:
    row.undone_at === null &&
    row.is_undoable &&
    moderationRefusal(rolesAtRequest(viewer, row.community_id, needed)) === null,
})

const findPost = (db: Db, publicId: string) =>
  db
    .selectFrom('posts')
    .where('public_id', '=', publicId)
    .select(['id', 'community_id', 'link_url'])
    .executeTakeFirstOrThrow(() => new Refused(errors.postNotFound))

type LockedPost = Awaited<ReturnType<typeof getPosts>>[number]

/** Before them, the appeals about the comments that move. */
async function lockBoth(
  trx: Db,
  { sourceId, targetId, fromId }: { sourceId: string; targetId: string; fromId: string },
): Promise<[LockedPost, LockedPost]> {
  await lockAppeals(trx, fromId)
  await closePosts(trx, [sourceId, targetId])
  const posts = await getPosts(trx, [sourceId, targetId])
  const source = posts.find(({ id }) => id === sourceId)
  const target = posts.find(({ id }) => id === targetId)
  if (!source || !target) throw new Refused(errors.postNotFound)
  return [source, target]
}

const getPosts = (trx: Db, ids: readonly string[]) =>
  trx
    .selectFrom('posts')
    .where('id', 'in', ids)
    .select([
      'id',
      'author_id',
      'community_id',
      'deleted_at',
      'comment_count',
      'is_pinned',
      'is_pinned_site',
      sql<string>`last_activity_at::text`.as('last_activity_at'),
      'activity',
    ])
    .execute()

/** The comments on the post itself. */
async function rootsOf(trx: Db, postId: string): Promise<string[]> {
  const { rows } = await sql<{ ids: string[] }>`
    select coalesce(array_agg(id::text order by id), '{}') as ids from comments
    where post_id = ${postId} and parent_id is null`.execute(trx)
  return rows[0]?.ids ?? []
}

/**
 * Those that move. Who removes or edits one, or a rule that reports it, has locked it, and what they write about it must be there before the
 * statement that moves it begins.
 */
const lockComments = (trx: Db, postId: string, rootIds: readonly string[]) =>
  sql`select count(*) from (
    select from comments where post_id = ${postId} and coalesce(ancestors[1], id) = any(${[...rootIds]}::bigint[])
    order by id for no key update) as locked`.execute(trx)

async function heldCommentsOf(trx: Db, postId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('held_items')
    .where('post_id', '=', postId)
    .where('kind', '=', 'comment')
    .where('comment_id', 'is', null)
    .select('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Unpins the comment of the first post if the other one has a pinned comment, too: each has one. @returns which. */
async function unpinOneOf(trx: Db, sourceId: string, targetId: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    update comments set is_pinned = false where post_id = ${sourceId} and is_pinned
      and exists (select from comments where post_id = ${targetId} and is_pinned)
    returning id`.execute(trx)
  return rows[0]?.id ?? null
}

const isMerged = async (trx: Db, postId: string): Promise<boolean> => {
  const { rows } = await sql`select from post_merges where post_id = ${postId} and undone_at is null`.execute(
    trx,
  )
  return rows.length > 0
}

const countPost = (trx: Db, authorId: string, more: number) =>
  sql`select count_content_of_members(array[${authorId}::bigint], array[${more}::integer], array[0])`.execute(
    trx,
  )

/**
 * Lets erasures that are deleting votes start again with that: they go from post to post, and the votes on comments move. Before all
 * other locks, because a slice of an erasure locks its order first.
 */
const setErasuresBack = (trx: Db) =>
  sql`with running as materialized (
      select id from erasures where finished_at is null and step = 'votes' order by id for no key update)
    update erasures set place = null from running where erasures.id = running.id`.execute(trx)

/**
 * The same for votes that are taken out of scores, or counted again. The place changes in any case, so that a slice that has looked at the
 * post already is repeated. After all other locks, because such a slice locks its orders last.
 */
const setUncountedBack = (trx: Db, postId: string) =>
  sql`with running as materialized (
      select user_id from uncounted_voters where finished_at is null order by user_id for update)
    update uncounted_voters set done_post_id = least(done_post_id, ${postId}::bigint) - 1
    from running where uncounted_voters.user_id = running.user_id`.execute(trx)

const activityOf = ({ last_activity_at: at, activity: stamp }: LockedPost): ActivityOf => ({ at, stamp })

const latest = (one: LockedPost, other: LockedPost): ActivityOf =>
  activityOf(BigInt(one.activity) > BigInt(other.activity) ? one : other)

async function setActivity(trx: Db, postId: string, { at, stamp }: ActivityOf): Promise<ActivityOf> {
  await sql`update posts set last_activity_at = ${at}::timestamptz, activity = ${stamp}::bigint where id = ${postId}`.execute(
    trx,
  )
  return { at, stamp }
}
