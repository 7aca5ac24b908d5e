import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import { enqueuePurge } from '../../core/api/purge.ts'
import { type Content, lockContent } from '../../core/content/content.ts'
import { setLocks } from '../../core/content/lock.ts'
import { programAccount } from '../../core/content/performRules.ts'
import { restore } from '../../core/content/restore.ts'
import { notifyMembers } from '../../core/notifications/notify.ts'
import { closeReports } from '../../core/reports/close.ts'
import { everybody, noteWrite } from '../../core/sessions/viewer.ts'
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
      await noteWrite(db, everybody)
      await enqueuePurge(db, { purgeUrl })
    }
  })
}

/** Approves what still waits, each in a transaction of its own. What cannot be stored as it is now goes on waiting. */
async function approveAll(
  db: Db,
  undoId: string,
  { signal, approveHeld }: Pick<Given, 'signal' | 'approveHeld'>,
): Promise<void> {
  const waiting = await db
    .selectFrom('automation_hits as hit')
    .innerJoin('automation_undos as undo', 'undo.id', 'hit.undo_id')
    .innerJoin('held_items as held', 'held.id', 'hit.held_item_id')
    .where('hit.undo_id', '=', undoId)
    .where('hit.undone_at', 'is', null)
    .where('held.decided_at', 'is', null)
    .select(['held.id', 'undo.ordered_by'])
    .distinct()
    .orderBy('held.id')
    .execute()
  for (const { id, ordered_by } of waiting) {
    if (signal.aborted) return
    try {
      await approveHeld(id, { id: ordered_by })
    } catch (error) {
      if (!(error instanceof Refused)) throw error
    }
  }
}

interface UndoneHit {
  readonly id: string
  readonly post_id: string | null
  readonly comment_id: string | null
  readonly acts: readonly string[]
  readonly held_item_id: string | null
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
    .selectFrom('automation_hits')
    .where('undo_id', '=', undoId)
    .where('undone_at', 'is', null)
    .select(['id', 'post_id', 'comment_id', 'acts', 'held_item_id'])
    .orderBy('id')
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
      postIds: hits.flatMap(({ post_id, comment_id }) =>
        comment_id === null && post_id !== null ? post_id : [],
      ),
      commentIds: hits.flatMap(({ comment_id }) => comment_id ?? []),
    },
  )
  const program = await programAccount(trx)
  for (const content of contents) {
    // A rule can have applied to the same twice, before and after an edit.
    const acts = hits.filter((hit) => isAbout(hit, content)).flatMap((hit) => hit.acts)
    await undoActs(trx, { program, by: { id: undo.ordered_by } }, new Set(acts), content)
  }
  await sql`update automation_hits set undone_at = now() where id = any(${hits.map(({ id }) => id)}::bigint[])`.execute(
    trx,
  )
  return true
}

const isAbout = (hit: UndoneHit, { post_id, comment_id }: Content): boolean =>
  hit.held_item_id === null &&
  hit.comment_id === comment_id &&
  (comment_id !== null || hit.post_id === post_id)

/** Undoes what is still as the rule left it: what moderators have done since then stays. */
async function undoActs(
  trx: Db,
  { program, by }: { program: { readonly id: string }; by: { readonly id: string } },
  acts: ReadonlySet<string>,
  content: Content,
): Promise<void> {
  const { post_id: postId, comment_id: commentId } = content
  if (acts.has('remove') && content.deleted_by === program.id && content.has_content) {
    const as = content.deleted_as === 'admins' ? 'admins' : 'mods'
    await restore(trx, by, content, { as })
    if (content.author_id !== by.id)
      await notifyMembers(trx, [
        { userId: content.author_id, type: 'restored', postId, commentId, deletedAs: as, details: {} },
      ])
  }
  if (acts.has('lock') && content.locked_by === program.id)
    await setLocks(trx, by, [{ content, as: content.locked_as === 'admins' ? 'admins' : 'mods' }], {
      locks: false,
    })
  if (acts.has('report')) {
    const reports = await trx
      .selectFrom('reports')
      .where('post_id', '=', postId)
      .where('comment_id', 'is not distinct from', commentId)
      .where('reporter_id', '=', program.id)
      .select(['id', 'community_id'])
      .execute()
    for (const { id, community_id } of reports)
      await closeReports(trx, { report: id, communityId: community_id }, { outcome: 'kept', actor: by })
  }
}
