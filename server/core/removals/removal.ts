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
import { fillVariables } from './fillVariables.ts'

/** Whether moderators or admins removed a post. */
export const isRemoved = ({ deleted_as }: { readonly deleted_as: string | null }): boolean =>
  deleted_as !== null && deleted_as !== 'normal'

/** The unparsed input of a removal by a moderator or admin. */
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

/** The content of the author's notification. */
export interface RemovalFacts {
  readonly rule?: string
  readonly reason?: string
  readonly note?: string
}

/** Why something was removed: for the public log, and for its author. */
export interface Removal {
  readonly logged: { readonly reason: string | null; readonly details: ModerationActionDetails }
  readonly forAuthor: RemovalFacts
}

/** Length of a reason with its variables filled in. */
const writtenReasonMaxLength = 2 * limits.moderationReasonMaxLength

/**
 * Why something is removed. In the log, the reason names neither author nor title, because the log must not repeat removed content.
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

/** Facts about something that is removed. */
interface RemovedFacts extends Omit<RemovedContent, 'postId'> {
  /** Title of the post. */
  readonly title: string
  readonly postDeletedAs: string | null
  readonly community: string
  /** The given rule as the community words it. */
  readonly rule: string | null
}

/**
 * Like `getRemoval`, with known facts.
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
  // The author of a comment must not see the title of a removed post.
  const isTitleHidden = type === 'comment' && isRemoved({ deleted_as: postDeletedAs })
  const forAuthor = { ...named, author: `@${author}`, title: isTitleHidden ? removedTitle : title }
  return {
    logged: {
      reason: text && parseReason(fillVariables<RemovalVariable>(text, forAll)),
      details: rule === null ? {} : { rule },
    },
    forAuthor: {
      ...(rule !== null && { rule }),
      ...(text !== null && {
        reason: cut(fillVariables<RemovalVariable>(text, forAuthor), writtenReasonMaxLength),
      }),
      ...(note !== '' && { note }),
    },
  }
}
