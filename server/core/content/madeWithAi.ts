import { sql } from 'kysely'
import { errors, type Refusal } from '../../../contract/errors.ts'
import type { MadeWithAiMarker, MadeWithAiPolicy } from '../../../contract/words.ts'
import type { Db } from '../../platform/database/connection.ts'
import { enforce } from '../../platform/http/refused.ts'
import { recordActions } from '../moderationLog/record.ts'
import type { StaffRole } from '../permissions/roles.ts'
import { aboutContent, type Content } from './content.ts'

/** Why an author may not mark something *Made with AI* in a community with this policy, or null when they may. */
export const madeWithAiRefusal = (policy: MadeWithAiPolicy): Refusal =>
  policy === 'refused' ? errors.madeWithAiRefused : null

/** Why an author may not take off the mark of this one, or null when they may. */
const unmarkRefusal = (marker: MadeWithAiMarker): Refusal =>
  marker === 'author' ? null : errors.madeWithAiByStaff

/**
 * What an edit by its author changes of the mark *Made with AI*.
 *
 * @param wanted what the author sent; undefined keeps the mark.
 * @param options.isReviewed whether a moderator has approved the edit: then what the author may not do with the mark by now is left out, and
 *   what the community refuses by now is marked all the same.
 * @returns the new marker; undefined if it stays as it is.
 * @throws Refused with `made_with_ai_refused` or `made_with_ai_by_staff`.
 */
export async function madeWithAiChange(
  db: Db,
  content: { readonly communityId: string; readonly madeWithAiBy: MadeWithAiMarker | null },
  wanted: boolean | undefined,
  { isReviewed }: { readonly isReviewed: boolean },
): Promise<'author' | null | undefined> {
  const { communityId, madeWithAiBy } = content
  if (wanted === undefined || wanted === (madeWithAiBy !== null)) return undefined
  if (madeWithAiBy !== null) {
    const refusal = unmarkRefusal(madeWithAiBy)
    if (isReviewed && refusal !== null) return undefined
    enforce(refusal)
    return null
  }
  if (isReviewed) return 'author'
  const { made_with_ai: policy } = await db
    .selectFrom('communities')
    .where('id', '=', communityId)
    .select('made_with_ai')
    .executeTakeFirstOrThrow()
  enforce(madeWithAiRefusal(policy))
  return 'author'
}

/** What staff or a rule set since the author opened the text stays. */
export const storeAuthorsMark = (trx: Db, table: 'posts' | 'comments', id: string, marker: 'author' | null) =>
  trx
    .updateTable(table)
    .set({ made_with_ai_by: marker })
    .where('id', '=', id)
    .where(sql<boolean>`coalesce(made_with_ai_by, 'author') = 'author'`)
    .execute()

interface By {
  readonly actor: { readonly id: string }
  readonly as: StaffRole
  readonly reason?: string | null | undefined
  /** The name of the rule that does it. */
  readonly automation?: string
}

/**
 * Marks a post or comment *Made with AI*, also one that its author has marked, or takes the mark off, and records it. The caller has
 * locked the row with `lockContent`.
 *
 * @returns whether that changed something.
 */
export async function setMadeWithAi(
  trx: Db,
  content: Content,
  { actor, as, reason, automation }: By,
  { marks }: { marks: boolean },
): Promise<boolean> {
  const marker = marks ? (automation === undefined ? as : 'rule') : null
  if (marker === content.made_with_ai_by) return false
  await trx
    .updateTable(content.kind === 'post' ? 'posts' : 'comments')
    .set({ made_with_ai_by: marker })
    .where('id', '=', content.comment_id ?? content.post_id)
    .execute()
  await recordActions(trx, [
    {
      ...aboutContent(content),
      action: marks ? 'mark_ai' : 'unmark_ai',
      actor,
      actedAs: as,
      reason,
      ...(automation !== undefined && { details: { basis: 'automation' as const, automation } }),
    },
  ])
  return true
}
