import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import { enqueuePurge } from '../../core/api/purge.ts'
import { changeCommentLimits, readCommentLimits } from '../../core/content/commentLimits.ts'
import { type Content, lockContent } from '../../core/content/content.ts'
import { setLocks } from '../../core/content/lock.ts'
import { setMadeWithAi } from '../../core/content/madeWithAi.ts'
import { isAboutPost, programAccount } from '../../core/content/performRules.ts'
import { restoreRefusal } from '../../core/content/policy.ts'
import { restore } from '../../core/content/restore.ts'
import { takeDown } from '../../core/content/takeDown.ts'
import { notifyMembers } from '../../core/notifications/notify.ts'
import { moderationRefusal, staffRefusal, unlockRefusal } from '../../core/permissions/policy.ts'
import { lockRoles, staffRoleOf } from '../../core/permissions/roles.ts'
import { closeReports } from '../../core/reports/close.ts'
import { everyone, noteWrite } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import { Refused } from '../../platform/http/refused.ts'
import { doEach } from '../../platform/jobs/doEach.ts'

/** Hits of one transaction. */
const hitsPerBatch = 50

interface Given {
  readonly signal: AbortSignal
  readonly purgeUrl: Config['purgeUrl']
  readonly batch?: number
  /** Approves what waits for review in the name of a moderator. @throws Refused if it cannot be stored, or does not wait any more. */
  readonly approveHeld: (heldItemId: string, moderator: { readonly id: string }) => Promise<void>
}

/**
 * Performs the undos that are ordered, in batches of a transaction each, so it can be ended at any time.
 *
 * @throws the first failure, at the end.
 */
export async function undoAutomation(
  db: Db,
  { signal, purgeUrl, approveHeld, batch = hitsPerBatch }: Given,
): Promise<void> {
  const unfinished = await db
    .selectFrom('automation_undos')
    .where('finished_at', 'is', null)
    .select('id')
    .orderBy('id')
    .execute()
  await doEach(unfinished, signal, async ({ id }) => {
    await approveAll(db, id, { signal, approveHeld })
    while (!signal.aborted) {
      const isMore = await db.transaction().execute((trx) => undoBatch(trx, id, batch))
      if (!isMore) return
      // Invalidates cached copies in all processes.
      await noteWrite(db, everyone)
      await enqueuePurge(db, { purgeUrl })
    }
  })
}

/**
 * Approves what waits for this rule alone, each in a transaction of its own. What waits for other reasons, too, keeps waiting for
 * these; and what cannot be stored as it is now, for all.
 */
async function approveAll(
  db: Db,
  undoId: string,
  { signal, approveHeld }: Pick<Given, 'signal' | 'approveHeld'>,
): Promise<void> {
  const waiting = await db
    .selectFrom('automation_hits as hit')
    .innerJoin('automation_undos as undo', 'undo.id', 'hit.undo_id')
    .innerJoin('automation_rules as rule', 'rule.id', 'hit.rule_id')
    .innerJoin('held_items as held', 'held.id', 'hit.held_item_id')
    .where('hit.undo_id', '=', undoId)
    .where('hit.undone_at', 'is', null)
    .where('held.decided_at', 'is', null)
    .where((eb) =>
      eb.or([eb('rule.community_id', 'is', null), eb('held.community_id', '=', eb.ref('hit.community_id'))]),
    )
    .select(['held.id', 'undo.ordered_by', 'hit.rule_id', 'held.community_id'])
    .select(
      sql<boolean>`not exists (
        select from jsonb_array_elements(held.reasons) as each_reason (why)
        where why ->> 'ruleId' is distinct from hit.rule_id::text)`.as('is_only_reason'),
    )
    .distinct()
    .orderBy('held.id')
    .execute()
  for (const { id, ordered_by, rule_id: ruleId, community_id: communityId, is_only_reason } of waiting) {
    if (signal.aborted) return
    const by = { id: ordered_by }
    if (!is_only_reason) {
      await takeReasonOut(db, { id, ruleId, communityId }, by)
      continue
    }
    try {
      await approveHeld(id, by)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
    }
  }
}

/** Lets an item wait for its other reasons alone, if this member may approve it. */
const takeReasonOut = (
  db: Db,
  item: { readonly id: string; readonly ruleId: string; readonly communityId: string },
  by: { readonly id: string },
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const roles = await lockRoles(trx, by, item.communityId, ['content'])
    if (moderationRefusal(roles) !== null) return
    await sql`
      update held_items set reasons = (
        select coalesce(jsonb_agg(why order by place), '[]')
        from jsonb_array_elements(reasons) with ordinality as each_reason (why, place)
        where why ->> 'ruleId' is distinct from ${item.ruleId})
      where id = ${item.id} and community_id = ${item.communityId} and decided_at is null`.execute(trx)
  })

interface UndoneHit {
  readonly id: string
  readonly rule_id: string
  readonly community_id: string
  readonly is_of_site: boolean
  readonly post_id: string | null
  readonly comment_id: string | null
  readonly acts: readonly string[]
  readonly held_item_id: string | null
  /** Whether something still waits because of it. */
  readonly holds: boolean
}

/** @returns false at the end. */
async function undoBatch(trx: Db, undoId: string, batch: number): Promise<boolean> {
  const undo = await trx
    .selectFrom('automation_undos')
    .where('id', '=', undoId)
    .where('finished_at', 'is', null)
    .select(['ordered_by'])
    .forUpdate()
    .executeTakeFirst()
  if (!undo) return false
  const hits: UndoneHit[] = await trx
    .selectFrom('automation_hits as hit')
    .innerJoin('automation_rules as rule', 'rule.id', 'hit.rule_id')
    .where('hit.undo_id', '=', undoId)
    .where('hit.undone_at', 'is', null)
    .select([
      'hit.id',
      'hit.rule_id',
      'hit.community_id',
      'hit.post_id',
      'hit.comment_id',
      'hit.acts',
      'hit.held_item_id',
    ])
    .select([
      sql<boolean>`rule.community_id is null`.as('is_of_site'),
      sql<boolean>`exists (select from held_items as held where held.id = hit.held_item_id and decided_at is null
        and reasons @> jsonb_build_array(jsonb_build_object('ruleId', hit.rule_id::text)))`.as('holds'),
    ])
    .orderBy('hit.id')
    .limit(batch)
    .execute()
  if (hits.length === 0) {
    await sql`update automation_undos set finished_at = now() where id = ${undoId}`.execute(trx)
    return false
  }
  const contents = await lockContent(
    trx,
    { id: undo.ordered_by },
    {
      postIds: hits.flatMap(({ post_id, comment_id, acts }) =>
        post_id !== null && (comment_id === null || acts.some(isAboutPost)) ? post_id : [],
      ),
      commentIds: hits.flatMap(({ comment_id }) => comment_id ?? []),
    },
  )
  const program = await programAccount(trx)
  const left = new Set(hits.flatMap(({ id, holds }) => (holds ? id : [])))
  for (const content of contents) {
    const all = hits.filter((hit) => isAbout(hit, content))
    // What has moved to another community since then is up to that one.
    const here = all.filter((hit) => hit.is_of_site || hit.community_id === content.community_id)
    // A rule can have applied to the same twice, before and after an edit; and another one since then, to what moderators had taken back.
    const last = here.length > 0 ? await lastHits(trx, content) : new Map<string, string>()
    const acts = new Set(
      here.flatMap(({ id, acts }) => acts.filter((act) => isAboutPost(act) || last.get(act) === id)),
    )
    const by = { id: undo.ordered_by }
    const isEnded = !limitsPost([...acts]) || (await endLimits(trx, by, here, content))
    const isTakenBack = !acts.has('answer') || (await takeAnswerBack(trx, by, here, content))
    const isUndone = (await undoActs(trx, { program, by }, acts, content)) && isEnded && isTakenBack
    for (const hit of all) if (!isUndone || !here.includes(hit)) left.add(hit.id)
  }
  // What this undo must leave as it is can still be undone by others.
  await sql`
    update automation_hits set undone_at = case when not is_left then now() end, undo_id = case when not is_left then undo_id end
    from (select id, id = any(${[...left]}::bigint[]) as is_left from unnest(${hits.map(({ id }) => id)}::bigint[]) as id) as hit
    where automation_hits.id = hit.id`.execute(trx)
  return true
}

const limitsPost = (acts: readonly string[]): boolean => acts.includes('slow') || acts.includes('limit')

/** Ends what these hits limit on the post, unless moderators have changed it since then. @returns whether its orderer may. */
async function endLimits(
  trx: Db,
  by: { readonly id: string },
  hits: readonly UndoneHit[],
  { community_id: communityId, post_id: postId, roles }: Content,
): Promise<boolean> {
  const place = { communityId, postId }
  const { slowMode, commenters } = await readCommentLimits(trx, place)
  const isOfRule = (limit: { ruleId?: string } | undefined) =>
    hits.some(({ rule_id }) => rule_id === limit?.ruleId)
  const change = {
    ...(isOfRule(slowMode) && { slowMode: null }),
    ...(isOfRule(commenters) && { commenters: null }),
  }
  if (Object.keys(change).length === 0) return true
  if (moderationRefusal(roles) !== null) return false
  await changeCommentLimits(trx, place, change, { actor: by, actedAs: staffRoleOf(roles) })
  return true
}

/** Removes what these rules answered below the post. @returns whether its orderer may. */
async function takeAnswerBack(
  trx: Db,
  by: { readonly id: string },
  hits: readonly UndoneHit[],
  { post_id: postId }: Content,
): Promise<boolean> {
  const answers = await trx
    .selectFrom('community_comments')
    .where('rule_id', 'in', [...new Set(hits.map(({ rule_id }) => rule_id))])
    .where('answered_post_id', '=', postId)
    .select('comment_id')
    .execute()
  const commentIds = answers.map(({ comment_id }) => comment_id)
  if (commentIds.length === 0) return true
  const contents = await lockContent(trx, by, { commentIds })
  const left = contents.filter(({ deleted_at }) => deleted_at === null)
  if (left.some(({ roles }) => moderationRefusal(roles) !== null)) return false
  await takeDown(
    trx,
    by,
    left.map((content) => ({
      content,
      as: staffRoleOf(content.roles),
      itsContent: 'kept' as const,
      why: { logged: { reason: null, details: {} }, forAuthor: {} },
    })),
  )
  return true
}

/** Which hit last did each act on a post or comment itself. */
async function lastHits(trx: Db, content: Content): Promise<ReadonlyMap<string, string>> {
  const { post_id: postId, comment_id: commentId } = content
  const { rows } = await sql<{ act: string; id: string }>`
    select act, max(id)::text as id from automation_hits cross join unnest(acts) as act
    where ${commentId === null ? sql`post_id = ${postId} and comment_id is null` : sql`comment_id = ${commentId}`}
      and not is_shadow and held_item_id is null
    group by act`.execute(trx)
  return new Map(rows.map(({ act, id }) => [act, id]))
}

const isAbout = (hit: UndoneHit, { post_id, comment_id }: Content): boolean =>
  hit.held_item_id === null &&
  hit.comment_id === comment_id &&
  (comment_id !== null || hit.post_id === post_id)

/**
 * Undoes what is still as the rule left it: what moderators have done since then stays. Each act needs the rights that the member who
 * ordered it has there now, as if they did it by hand.
 *
 * @returns whether they had them all.
 */
async function undoActs(
  trx: Db,
  { program, by }: { program: { readonly id: string }; by: { readonly id: string } },
  acts: ReadonlySet<string>,
  content: Content,
): Promise<boolean> {
  const { post_id: postId, comment_id: commentId, roles } = content
  let isUndone = true
  if (acts.has('remove') && content.deleted_by === program.id && content.has_content) {
    if (restoreRefusal(roles, content) === null) {
      const as = content.deleted_as === 'admins' ? 'admins' : staffRoleOf(roles)
      await restore(trx, by, content, { as })
      if (content.author_id !== by.id)
        await notifyMembers(trx, [
          { userId: content.author_id, type: 'restored', postId, commentId, deletedAs: as, details: {} },
        ])
    } else isUndone = false
  }
  if (acts.has('lock') && content.locked_by === program.id) {
    const as = content.locked_as === 'admins' ? 'admins' : staffRoleOf(roles)
    if (staffRefusal(as, roles) === null) await setLocks(trx, by, [{ content, as }], { locks: false })
    else isUndone = false
  }
  if (acts.has('mark') && content.made_with_ai_by === 'rule') {
    const mark = { actor: by, as: staffRoleOf(roles) }
    if (unlockRefusal(roles) === null) await setMadeWithAi(trx, content, mark, { marks: false })
    else isUndone = false
  }
  if (acts.has('report')) {
    const reports = await trx
      .selectFrom('reports')
      .where('post_id', '=', postId)
      .where('comment_id', 'is not distinct from', commentId)
      .where('reporter_id', '=', program.id)
      .select(['id', 'community_id'])
      .execute()
    if (reports.length > 0 && moderationRefusal(roles) !== null) return false
    for (const { id, community_id } of reports)
      await closeReports(trx, { report: id, communityId: community_id }, { outcome: 'kept', actor: by })
  }
  return isUndone
}
