import { type SqlBool, sql } from 'kysely'
import type { Endpoints, OutputOf } from '../../../../contract/endpoints/index.ts'
import type { BulkAction, BulkFilter } from '../../../../contract/entities/bulkAction.ts'
import { errors } from '../../../../contract/errors.ts'
import { limits } from '../../../../contract/limits.ts'
import type { ModerationAction } from '../../../../contract/moderationActions.ts'
import { type BulkActionKind, bulkActionSteps, bulkActions } from '../../../../contract/words.ts'
import type { Call } from '../../../core/api/route.ts'
import { parseReason, recordAction } from '../../../core/moderationLog/record.ts'
import { parseGivenBan } from '../../../core/permissions/givenBan.ts'
import { customPlan, type Db } from '../../../platform/database/connection.ts'
import { Refused } from '../../../platform/http/refused.ts'
import { type Condition, parseMoment } from '../memberFilter.ts'
import { canBeChanged, conditionsOf, contentsQuery, type FindServices } from './contents.ts'
import { getBulkAction } from './list.ts'

/** The task that performs bulk actions; enqueued with each order. */
export const bulkActionsTask = 'perform_bulk_actions'

export const enqueueBulkActions = (trx: Db) =>
  sql`select graphile_worker.add_job(${bulkActionsTask}, job_key := ${bulkActionsTask})`.execute(trx)

/** A bulk action as it is asked for. */
export interface RequestedBulkAction {
  readonly action: BulkActionKind
  /** Which accounts: those that match, or those of these names. */
  readonly of: { readonly filter: BulkFilter } | { readonly usernames: readonly string[] }
  /** How many accounts the admin has confirmed; null does not check it. */
  readonly accounts: number | null
  /** How many posts and comments, for `remove`. */
  readonly contents?: number | null
  readonly withContent: boolean
  /** As `parseReason` gives it. */
  readonly reason: string | null
  readonly expiresAt: Date | null
  /** For `uncount_votes`: votes that were cast earlier keep counting. */
  readonly votesSince?: Date | null
}

/** Members who match. What was done about votes ends also for those who became admins or deleted their accounts meanwhile. */
const found = (db: Db, conditions: readonly Condition[], action?: BulkActionKind) =>
  db
    .selectFrom('users')
    // Which index finds them depends on what is looked for.
    .modifyFront(sql.raw(customPlan))
    .where((eb) => eb.and([(action && endable[action]) ?? canBeChanged, ...conditions]))

const endable: Partial<Record<BulkActionKind, Condition>> = {
  count_votes: sql<SqlBool>`id in (select user_id from uncounted_voters)`,
  end_slow_votes: sql<SqlBool>`id in (select user_id from slow_voters)`,
}

/**
 * Counts the accounts of a bulk action with these filters, with the newest of them.
 *
 * @returns `accounts`: at most one more than a bulk action can have.
 * @throws Refused with `invalid_filter` or `invalid_content_filter`.
 */
export async function findMembers(
  services: FindServices,
  filter: BulkFilter,
): Promise<OutputOf<'findMembers'>> {
  const { db } = services
  const conditions = await conditionsOf(services, filter)
  const counts = await db
    .selectFrom(
      found(db, conditions)
        .select([
          'id',
          sql<boolean>`exists (select from moderators where user_id = users.id)`.as('moderates'),
        ])
        .orderBy('id', 'desc')
        .limit(sql.lit(limits.bulkActionAccountsMax + 1))
        .as('found'),
    )
    .select((eb) => [
      eb.cast<number>(eb.fn.countAll(), 'integer').as('accounts'),
      eb.cast<number>(eb.fn.countAll().filterWhere('moderates', '=', true), 'integer').as('moderators'),
      eb.fn.max('id').as('newest'),
    ])
    .executeTakeFirstOrThrow()
  const samples = await found(db, conditions)
    .select(['username', 'created_at', 'post_count', 'comment_count'])
    .orderBy('id', 'desc')
    .limit(sql.lit(limits.bulkActionSamples))
    .execute()
  return {
    ...counts,
    samples: samples.map((row) => ({
      username: row.username,
      createdAt: row.created_at.toISOString(),
      noPosts: row.post_count,
      noComments: row.comment_count,
    })),
  }
}

/**
 * Orders a bulk action, and fixes its accounts. Records it with their number; each account gets its own entry when it is changed.
 *
 * @returns the id of the bulk action.
 * @throws Refused with `invalid_filter`, `invalid_content_filter`, `user_not_found` if there is no account, `too_many_accounts`, `found_others`,
 *   and for removals with `content_not_found` or `too_many_contents`.
 */
export async function orderBulkAction(
  { db: trx, settings }: FindServices,
  admin: { readonly id: string },
  {
    action,
    of,
    accounts,
    contents = null,
    withContent,
    reason,
    expiresAt,
    votesSince = null,
  }: RequestedBulkAction,
): Promise<string> {
  const { id } = await trx
    .insertInto('bulk_actions')
    .values({
      action,
      ordered_by: admin.id,
      filter: 'filter' in of ? JSON.stringify(of.filter) : null,
      reason,
      expires_at: expiresAt,
      with_content: withContent,
      votes_since: votesSince,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const listed = action === 'remove' ? await listContents({ db: trx, settings }, id, { of, contents }) : null
  const conditions = listed
    ? [sql<SqlBool>`users.id in (${listed.authors})`]
    : 'filter' in of
      ? await conditionsOf({ db: trx, settings }, of.filter)
      : [named(of.usernames)]
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('bulk_action_members')
    .columns(['bulk_action_id', 'user_id'])
    .expression(
      found(trx, conditions, action)
        .select([sql<string>`${id}::bigint`.as('bulk_action_id'), 'users.id as user_id'])
        .limit(sql.lit(limits.bulkActionAccountsMax + 1)),
    )
    .executeTakeFirstOrThrow()
  const count = Number(numInsertedOrUpdatedRows)
  if (count === 0) throw new Refused(errors.userNotFound)
  if (count > limits.bulkActionAccountsMax) throw new Refused(errors.tooManyAccounts)
  if (accounts !== null && accounts !== count) throw new Refused(errors.foundOthers)
  await recordOrder(trx, admin, { action, accounts: count, reason, ...listed?.counts })
  await enqueueBulkActions(trx)
  return id
}

const named = (usernames: readonly string[]) =>
  sql<SqlBool>`username_key = any(${usernames.map((name) => name.trim().toLowerCase())}::text[])`

/** Fixes the posts and comments of a removal. @returns how many they are, and a query of the ids of their authors. */
async function listContents(
  services: FindServices,
  id: string,
  { of, contents }: Pick<RequestedBulkAction, 'of'> & { contents: number | null },
) {
  if (!('filter' in of)) throw new Refused(errors.contentNotFound)
  const { db: trx } = services
  const matching = await contentsQuery(services, of.filter)
  await sql`
    insert into bulk_action_contents (bulk_action_id, post_id, comment_id)
    select ${id}::bigint, post_id, comment_id from (${matching}) as content
    limit ${sql.lit(limits.bulkActionContentsMax + 1)}`.execute(trx)
  const { rows } = await sql<{ noPosts: number; noComments: number }>`
    select count(post_id)::integer as "noPosts", count(comment_id)::integer as "noComments"
    from bulk_action_contents where bulk_action_id = ${id}::bigint`.execute(trx)
  const counts = rows[0] ?? { noPosts: 0, noComments: 0 }
  const count = counts.noPosts + counts.noComments
  if (count === 0) throw new Refused(errors.contentNotFound)
  if (count > limits.bulkActionContentsMax) throw new Refused(errors.tooManyContents)
  if (contents !== null && contents !== count) throw new Refused(errors.foundOthers)
  const authors = sql`
    select posts.author_id from bulk_action_contents as listed join posts on posts.id = listed.post_id where bulk_action_id = ${id}::bigint
    union all
    select coalesce(written_by, comments.author_id) from bulk_action_contents as listed join comments on comments.id = listed.comment_id
      left join community_comments on community_comments.comment_id = comments.id
    where bulk_action_id = ${id}::bigint`
  return { counts, authors }
}

const withReason: readonly BulkActionKind[] = ['ban', 'remove', 'uncount_votes', 'slow_votes']

const entries: Record<BulkActionKind, ModerationAction> = {
  ban: 'ban_users',
  unban: 'unban_users',
  log_out: 'log_out_users',
  remove: 'remove_contents',
  restore: 'restore_contents',
  uncount_votes: 'uncount_votes_of_users',
  count_votes: 'count_votes_of_users',
  slow_votes: 'slow_votes_of_users',
  end_slow_votes: 'end_slow_votes_of_users',
}

const recordOrder = (
  trx: Db,
  admin: { readonly id: string },
  {
    action,
    accounts,
    reason,
    ...counts
  }: {
    action: BulkActionKind
    accounts: number
    reason: string | null
    noPosts?: number
    noComments?: number
  },
) =>
  recordAction(trx, {
    action: entries[action],
    actor: admin,
    actedAs: 'admins',
    communityId: null,
    reason,
    details: { noAccounts: accounts, ...counts },
  })

/** @throws Refused with `invalid_filter`. */
function parseVotesSince(text: string | null | undefined): Date | null {
  if (!text) return null
  const at = parseMoment(text)
  if (!at) throw new Refused(errors.invalidMemberRange)
  return at
}

/** The call that orders one. @throws Refused as `orderBulkAction`, and with `invalid_action` or `invalid_expires`. */
export async function orderGivenBulkAction({
  db,
  settings,
  viewer,
  body,
}: Call<Endpoints['orderBulkAction']>): Promise<BulkAction> {
  const action = bulkActions.find((one) => one === body.action)
  if (!action) throw new Refused(errors.invalidAdminAction)
  const { expiresAt } = parseGivenBan({ expires: body.expires })
  const isBan = action === 'ban'
  const movesContent = action === 'remove' || action === 'restore'
  const id = await db.transaction().execute((trx) =>
    orderBulkAction({ db: trx, settings }, viewer, {
      action,
      of: body.usernames ? { usernames: body.usernames } : { filter: body.filter ?? {} },
      accounts: body.accounts,
      contents: body.contents ?? null,
      withContent: movesContent || ((isBan || action === 'unban') && (body.withContent ?? false)),
      reason: withReason.includes(action) ? parseReason(body.reason) : null,
      votesSince: action === 'uncount_votes' ? parseVotesSince(body.votesSince) : null,
      expiresAt: isBan ? expiresAt : null,
    }),
  )
  return getBulkAction(db, id)
}

/** Stops a bulk action, or undoes it. @throws Refused with `invalid_action`, `bulk_action_not_found` or `not_undoable`. */
export async function changeBulkAction({
  db,
  viewer,
  params: { bulkActionId },
  body,
}: Call<Endpoints['changeBulkAction']>): Promise<BulkAction> {
  const step = bulkActionSteps.find((one) => one === body.step)
  if (!step) throw new Refused(errors.invalidAdminAction)
  if (!/^\d{1,18}$/.test(bulkActionId)) throw new Refused(errors.bulkActionNotFound)
  if (step === 'undo') return getBulkAction(db, await undo(db, viewer, bulkActionId))
  await stop(db, bulkActionId)
  return getBulkAction(db, bulkActionId)
}

/** Waits for a batch of it that is being performed, and for who else changes it. */
const lockAction = (trx: Db, id: string) =>
  trx.selectFrom('bulk_actions').where('id', '=', id).select('id').forUpdate().execute()

/** What it has removed stays removed until it is undone; nothing more is. Does nothing once it has ended. */
const stop = (db: Db, id: string) =>
  db.transaction().execute(async (trx) => {
    await lockAction(trx, id)
    await sql`
      with ended_deletion as (
        update content_deletions set finished_at = now()
        where bulk_action_id = ${id} and finished_at is null and first_look_at is null returning 1)
      update bulk_actions set is_stopped = true, finished_at = coalesce(finished_at, now())
      where id = ${id} and (finished_at is null or exists (select from ended_deletion))`.execute(trx)
  })

/** By what an action is undone. */
const undoing: Partial<Record<BulkActionKind, BulkActionKind>> = {
  ban: 'unban',
  remove: 'restore',
  uncount_votes: 'count_votes',
  slow_votes: 'end_slow_votes',
}

/** A bulk action that lifts the bans of another one, restores what it removed, counts votes again, or ends slow voting. @returns its id. */
async function undo(db: Db, admin: { readonly id: string }, undoneId: string): Promise<string> {
  return db.transaction().execute(async (trx) => {
    await lockAction(trx, undoneId)
    const undone = await getBulkAction(trx, undoneId)
    if (!undone.isUndoable) throw new Refused(errors.notUndoable)
    const action = undoing[undone.action] ?? 'restore'
    const { rows } = await sql<{ id: string; accounts: number }>`
      with undoing as (
        insert into bulk_actions (action, ordered_by, with_content, undoes_id)
        select ${action}, ${admin.id}, with_content, id from bulk_actions where id = ${undoneId} returning id),
      member as (
        insert into bulk_action_members (bulk_action_id, user_id)
        select undoing.id, user_id from undoing, bulk_action_members as member join users on users.id = user_id
        where bulk_action_id = ${undoneId} and (outcome = 'changed' or is_banned)
          and (deleted_at is null or ${action} in ('count_votes', 'end_slow_votes')) returning 1)
      select id::text, (select count(*)::integer from member) as accounts from undoing`.execute(trx)
    const [ordered] = rows
    if (!ordered) throw new Refused(errors.bulkActionNotFound)
    await recordOrder(trx, admin, { action, accounts: ordered.accounts, reason: null })
    await enqueueBulkActions(trx)
    return ordered.id
  })
}
