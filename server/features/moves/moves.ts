import { sql } from 'kysely'
import type { OutputOf } from '../../../contract/endpoints/index.ts'
import { endpoints } from '../../../contract/endpoints/index.ts'
import type { PostMove } from '../../../contract/entities/move.ts'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import type { MoveAct, MoveState } from '../../../contract/words.ts'
import { parseReason, recordActions } from '../../core/moderationLog/record.ts'
import { notifyMember, notifyStaff } from '../../core/notifications/notify.ts'
import { enforceModeration } from '../../core/permissions/moderation.ts'
import { lockPermissions } from '../../core/permissions/permissionLock.ts'
import { moderationRefusal } from '../../core/permissions/policy.ts'
import {
  isStaff,
  lockRoles,
  rolesAtRequest,
  type StaffRole,
  staffRoleOf,
} from '../../core/permissions/roles.ts'
import { titleView } from '../../core/posts/serialize.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import { queryRow } from '../../platform/database/statement.ts'
import { retriedTransaction } from '../../platform/database/transaction.ts'
import { parseId, parseIdOrNull } from '../../platform/http/ids.ts'
import { parseChoice } from '../../platform/http/parameters.ts'
import { enforce, Refused } from '../../platform/http/refused.ts'
import { closePosts, lockAppeals } from './locks.ts'
import { movePost as statement } from './movePost.sql.ts'
import { actRules, decisionRefusal, type RolesInBoth } from './policy.ts'

const needed = ['content'] as const

interface Place {
  readonly id: string
  readonly name: string
}

interface Move {
  readonly postId: string
  readonly authorId: string
  readonly from: Place
  readonly to: Place
  readonly reason: string | null
}

/**
 * Moves a post to another community, or proposes that to its moderators.
 *
 * @throws Refused with `post/not-found`, `not_admin_nor_mod`, `cannot-move-deleted`, `community/not-found`, `already-there` or
 *   `move-proposed`, or `move-decided` if someone else moved it at the same time.
 */
export async function movePost(
  db: Db,
  viewer: Viewer,
  given: { publicId: string; community: string; reason?: string },
): Promise<PostMove> {
  const reason = parseReason(given.reason)
  const id = await retriedTransaction(db, async (trx) => {
    const found = await findPost(trx, given.publicId)
    const to = await findCommunity(trx, given.community)
    const roles = await lockRolesInBoth(trx, viewer, { from: found.community_id, to: to?.id ?? null })
    enforce(moderationRefusal(roles.from))
    if (!to) throw new Refused(errors.communityNotFound)
    await lockCommunities(trx, [found.community_id, to.id])
    await lockAppeals(trx, found.id)
    const post = await lockPost(trx, found.id)
    // Someone moved it meanwhile.
    if (post.community_id !== found.community_id) throw new Refused(errors.moveDecided)
    if (post.deleted_at !== null) throw new Refused(errors.cannotMoveDeleted)
    if (post.community_id === to.id) throw new Refused(errors.alreadyThere)
    const open = await trx
      .selectFrom('post_moves')
      .where('post_id', '=', post.id)
      .where('state', '=', 'open')
      .select('id')
      .executeTakeFirst()
    if (open) throw new Refused(errors.moveProposed)
    const from = { id: post.community_id, name: post.community_name }
    const move: Move = { postId: post.id, authorId: post.author_id, from, to, reason }
    const isAtOnce = isStaff(roles.to)
    const stored = await trx
      .insertInto('post_moves')
      .values({
        post_id: post.id,
        from_id: from.id,
        to_id: to.id,
        proposed_by: viewer.id,
        reason,
        ...(isAtOnce && { state: 'done', decided_by: viewer.id, decided_at: new Date() }),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (isAtOnce) {
      const isModerator = roles.from.isModerator && roles.to.isModerator
      await perform(trx, viewer, move, staffRoleOf({ ...roles.to, isModerator }))
    } else
      await notifyStaff(
        trx,
        {
          type: 'move_proposed',
          communityId: to.id,
          postId: post.id,
          actorId: viewer.id,
          details: { from: from.name, to: to.name },
        },
        { role: 'mods', needs: needed, without: [viewer.id] },
      )
    return stored.id
  })
  return getMove(db, viewer, id)
}

/**
 * Accepts, declines, withdraws or undoes a move.
 *
 * @throws Refused with `invalid_action`, `move-not-found`, `not_admin_nor_mod` or `move-decided`.
 */
export async function decideMove(
  db: Db,
  viewer: Viewer,
  given: { moveId: string; action: string },
): Promise<PostMove> {
  const { action: actions } = endpoints.decideMove.body.properties
  const act = parseChoice({ ...actions, default: undefined }, given.action)
  if (act === undefined) throw new Refused(errors.invalidAction)
  const id = parseIdOrNull(given.moveId) ?? '0'
  await retriedTransaction(db, async (trx) => {
    const known = await trx
      .selectFrom('post_moves')
      .where('id', '=', id)
      .select(['from_id', 'to_id', 'post_id'])
      .executeTakeFirstOrThrow(() => new Refused(errors.moveNotFound))
    const roles = await lockRolesInBoth(trx, viewer, { from: known.from_id, to: known.to_id })
    await lockCommunities(trx, [known.from_id, known.to_id])
    await lockAppeals(trx, known.post_id)
    const post = await lockPost(trx, known.post_id)
    const row = await trx
      .selectFrom('post_moves')
      .innerJoin('communities as origin', 'origin.id', 'post_moves.from_id')
      .innerJoin('communities as target', 'target.id', 'post_moves.to_id')
      .where('post_moves.id', '=', id)
      .select(['state', 'reason', 'origin.name as from_name', 'target.name as to_name'])
      .forNoKeyUpdate('post_moves')
      .executeTakeFirstOrThrow(() => new Refused(errors.moveNotFound))
    enforce(decisionRefusal(act, roles, row))
    const from = { id: known.from_id, name: row.from_name }
    const to = { id: known.to_id, name: row.to_name }
    const isThere = post.community_id === (act === 'undo' ? to.id : from.id)
    if ((act === 'accept' || act === 'undo') && (!isThere || post.deleted_at !== null))
      throw new Refused(errors.moveDecided)
    await trx
      .updateTable('post_moves')
      .set({ state: actRules[act].to, decided_by: viewer.id, decided_at: new Date() })
      .where('id', '=', id)
      .execute()
    const move = { postId: known.post_id, authorId: post.author_id, reason: row.reason }
    const actedAs = staffRoleOf(roles.to)
    if (act === 'accept') await perform(trx, viewer, { ...move, from, to }, actedAs)
    if (act === 'undo') await perform(trx, viewer, { ...move, from: to, to: from, reason: null }, actedAs)
  })
  return getMove(db, viewer, id)
}

/** Moves the post, records it in both communities, and notifies the author. */
async function perform(trx: Db, actor: Viewer, move: Move, actedAs: StaffRole): Promise<void> {
  const { postId, authorId, from, to, reason } = move
  const moved = await queryRow(trx, statement, { postId, fromId: from.id, toId: to.id })
  if (!moved) throw new Refused(errors.moveDecided)
  const details = { from: from.name, to: to.name }
  await recordActions(
    trx,
    ([from, to] as const).map(({ id: communityId }) => ({
      action: 'move_post',
      actor,
      actedAs,
      communityId,
      postId,
      reason,
      details,
    })),
  )
  if (authorId !== actor.id)
    await notifyMember(trx, authorId, { type: 'post_moved', postId, communityId: to.id, details })
}

/**
 * Moves of posts from and to a community: those that wait first, then the latest.
 *
 * @throws Refused with `invalid_id`, `community/not-found` or `not_admin_nor_mod`.
 */
export async function listMoves(
  db: Db,
  viewer: Viewer,
  given: { communityId: string },
): Promise<OutputOf<'listMoves'>> {
  const communityId = parseId(given.communityId)
  await enforceModeration(db, viewer, communityId, needed)
  const rows = await selectMoves(db)
    .where((eb) => eb.or([eb('from_id', '=', communityId), eb('to_id', '=', communityId)]))
    .orderBy(sql`post_moves.state = 'open'`, 'desc')
    .orderBy('post_moves.id', 'desc')
    .limit(limits.movesShown)
    .execute()
  return { items: rows.map((row) => moveView(row, viewer)) }
}

const selectMoves = (db: Db) =>
  db
    .selectFrom('post_moves')
    .innerJoin('posts', 'posts.id', 'post_moves.post_id')
    .innerJoin('communities as current', 'current.id', 'posts.community_id')
    .innerJoin('communities as origin', 'origin.id', 'post_moves.from_id')
    .innerJoin('communities as target', 'target.id', 'post_moves.to_id')
    .select([
      'post_moves.id',
      'post_moves.state',
      'post_moves.reason',
      'post_moves.from_id',
      'post_moves.to_id',
      'post_moves.proposed_at',
      'post_moves.decided_at',
      sql<string | null>`named(post_moves.proposed_by)`.as('proposer'),
      sql<string | null>`named(post_moves.decided_by)`.as('decider'),
      'posts.public_id',
      'posts.title',
      'posts.author_id',
      'posts.community_id',
      'posts.deleted_as',
      'current.name as current_name',
      'origin.name as from_name',
      'target.name as to_name',
    ])

type MoveRow = Awaited<ReturnType<ReturnType<typeof selectMoves>['execute']>>[number]

async function getMove(db: Db, viewer: Viewer, id: string): Promise<PostMove> {
  const row = await selectMoves(db)
    .where('post_moves.id', '=', id)
    .executeTakeFirstOrThrow(() => new Refused(errors.moveNotFound))
  return moveView(row, viewer)
}

function moveView(row: MoveRow, viewer: Viewer): PostMove {
  const roles = {
    from: rolesAtRequest(viewer, row.from_id, needed),
    to: rolesAtRequest(viewer, row.to_id, needed),
  }
  const may = (act: MoveAct) => decisionRefusal(act, roles, row) === null
  const facts = { ...row, deleted_as: row.deleted_as as 'normal' | 'mods' | 'admins' | null }
  return {
    id: Number(row.id),
    state: row.state as MoveState,
    post: {
      publicId: row.public_id,
      title: titleView(facts, viewer),
      communityName: row.current_name,
    },
    from: { id: row.from_id, name: row.from_name },
    to: { id: row.to_id, name: row.to_name },
    proposedBy: row.proposer,
    proposedAt: row.proposed_at.toISOString(),
    reason: row.reason,
    decidedBy: row.decider,
    decidedAt: row.decided_at?.toISOString() ?? null,
    mayAnswer: may('accept'),
    mayWithdraw: may('withdraw'),
    mayUndo: may('undo') && row.community_id === row.to_id,
  }
}

/** Takes the permission lock, which comes before all row locks. A community that does not exist has no staff but admins. */
async function lockRolesInBoth(
  trx: Db,
  viewer: Viewer,
  { from, to }: { from: string; to: string | null },
): Promise<RolesInBoth> {
  await lockPermissions(trx, viewer)
  return { from: await lockRoles(trx, viewer, from, needed), to: await lockRoles(trx, viewer, to, needed) }
}

/** By ascending id. @throws Refused with `community/not-found` if one of them was deleted. */
async function lockCommunities(trx: Db, ids: readonly string[]): Promise<void> {
  const locked = await trx
    .selectFrom('communities')
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .select('id')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  if (locked.length < new Set(ids).size) throw new Refused(errors.communityNotFound)
}

const findPost = (trx: Db, publicId: string) =>
  trx
    .selectFrom('posts')
    .where('public_id', '=', publicId)
    .select(['id', 'community_id'])
    .executeTakeFirstOrThrow(() => new Refused(errors.postNotFound))

const findCommunity = (trx: Db, name: string): Promise<Place | undefined> =>
  trx
    .selectFrom('communities')
    .where('id', '=', sql<string>`community_named(${name.trim().toLowerCase()})`)
    .where('deleted_at', 'is', null)
    .select(['id', 'name'])
    .executeTakeFirst()

async function lockPost(trx: Db, id: string) {
  await closePosts(trx, [id])
  return trx
    .selectFrom('posts')
    .innerJoin('communities', 'communities.id', 'posts.community_id')
    .where('posts.id', '=', id)
    .select([
      'posts.id',
      'posts.author_id',
      'posts.community_id',
      'posts.deleted_at',
      'communities.name as community_name',
    ])
    .executeTakeFirstOrThrow(() => new Refused(errors.postNotFound))
}
