import { sql } from 'kysely'
import type { ModerationActionDetails } from '../../../contract/entities/moderationAction.ts'
import { removedTitle } from '../../../contract/entities/schema.ts'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import type { RemovalVariable } from '../../../contract/words.ts'
import type { Db } from '../../platform/database/connection.ts'
import { Refused } from '../../platform/http/refused.ts'
import { cut, parseText } from '../../platform/http/text.ts'
import { parseReason } from '../moderationLog/record.ts'

/** Whether moderators or admins removed a post. */
export const isRemoved = ({ deleted_as }: { readonly deleted_as: string | null }): boolean =>
  deleted_as !== null && deleted_as !== 'normal'

/** What a moderator or admin gives with a removal, as it came. */
export interface GivenRemoval {
  readonly reason?: string | undefined
  readonly ruleId?: number | null | undefined
  readonly note?: string | null | undefined
}

/** A post or comment, with its post and the name of its author. */
export interface RemovedContent {
  readonly type: 'post' | 'comment'
  readonly postId: string
  readonly author: string
}

/** What the notification of the author says. */
export interface RemovalFacts {
  readonly rule?: string
  readonly reason?: string
  readonly note?: string
}

/** Why something was removed: as the log has it for everybody, and as its author reads it. */
export interface Removal {
  readonly logged: { readonly reason: string | null; readonly details: ModerationActionDetails }
  readonly forAuthor: RemovalFacts
}

/** Of a reason whose variables have their values. */
const writtenReasonMaxLength = 2 * limits.moderationReasonMaxLength

/** Puts values in place of the variables of a reason; what is none of them stays. */
export const fillVariables = (text: string, values: Record<RemovalVariable, string>): string =>
  text.replaceAll(
    /\{\{ *(author|title|rule|community) *\}\}/g,
    (_whole, name: RemovalVariable) => values[name],
  )

/**
 * Why something is removed. The log must not repeat what was removed, so there a reason names neither author nor title.
 *
 * @throws Refused with `rule_not_found` for a rule that the community does not have.
 */
export async function getRemoval(trx: Db, given: GivenRemoval, content: RemovedContent): Promise<Removal> {
  const ruleId = given.ruleId ?? null
  const { title, deleted_as, community, rule } = await trx
    .selectFrom('posts')
    .innerJoin('communities', 'communities.id', 'posts.community_id')
    .leftJoin('community_rules', (join) =>
      join
        .onRef('community_rules.community_id', '=', 'posts.community_id')
        // As a fraction, because a number from outside can be of any size.
        .on(sql<boolean>`community_rules.id = ${ruleId}::double precision`),
    )
    .where('posts.id', '=', content.postId)
    .select(['posts.title', 'posts.deleted_as', 'communities.name as community', 'community_rules.rule'])
    .executeTakeFirstOrThrow(() => new Refused(errors.postNotFound))
  return removalOf(given, { ...content, title, postDeletedAs: deleted_as, community, rule })
}

/** What is known of something that is removed. */
interface RemovedFacts extends Omit<RemovedContent, 'postId'> {
  /** Of the post. */
  readonly title: string
  readonly postDeletedAs: string | null
  readonly community: string
  /** The rule that was given, as the community has it. */
  readonly rule: string | null
}

/**
 * As `getRemoval`, of facts that are known.
 *
 * @throws Refused with `rule_not_found` for a rule that the community does not have.
 */
export function removalOf(
  given: GivenRemoval,
  { type, author, title, postDeletedAs, community, rule }: RemovedFacts,
): Removal {
  if ((given.ruleId ?? null) !== null && rule === null) throw new Refused(errors.ruleNotFound)
  const text = parseReason(given.reason)
  const note = parseText(given.note ?? '', limits.removalNoteMaxLength)
  const named = { rule: rule ?? 'the rules', community }
  const forAll = { ...named, author: 'the author', title: `the ${type}` }
  // Whoever wrote a comment reads no title that was removed before.
  const isTitleHidden = type === 'comment' && isRemoved({ deleted_as: postDeletedAs })
  const forAuthor = { ...named, author: `@${author}`, title: isTitleHidden ? removedTitle : title }
  return {
    logged: {
      reason: text && parseReason(fillVariables(text, forAll)),
      details: rule === null ? {} : { rule },
    },
    forAuthor: {
      ...(rule !== null && { rule }),
      ...(text !== null && { reason: cut(fillVariables(text, forAuthor), writtenReasonMaxLength) }),
      ...(note !== '' && { note }),
    },
  }
}
