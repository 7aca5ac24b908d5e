import type { ModerationActionDetails } from '../../../contract/entities/moderationAction.ts'
import { removedTitle } from '../../../contract/entities/schema.ts'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import type { RemovalVariable } from '../../../contract/words.ts'
import { Refused } from '../../platform/http/refused.ts'
import { cut, parseText } from '../../platform/http/text.ts'
import { parseReason } from '../moderationLog/record.ts'
import { fillVariables } from './fillVariables.ts'

/** Whether moderators or admins removed a post. */
export const isRemoved = ({ deleted_as }: { readonly deleted_as: string | null }): boolean =>
  deleted_as !== null && deleted_as !== 'normal'

/** The unparsed input of a removal by a moderator or admin. */
export interface GivenRemoval {
  readonly reason?: string | null | undefined
  readonly ruleId?: number | null | undefined
  readonly note?: string | null | undefined
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

/** Facts about something that is removed. */
interface RemovedFacts {
  readonly kind: 'post' | 'comment'
  readonly author_name: string
  /** Title of the post. */
  readonly title: string
  readonly post_deleted_as: string | null
  readonly community_name: string
  /** The given rule as the community words it; null if it has none. */
  readonly rule: string | null
  /** Whether the community removes nothing without a rule or reason. */
  readonly is_reason_required: boolean
}

/**
 * Why something is removed. In the log, the reason names neither author nor title, because the log must not repeat removed content.
 *
 * @throws Refused with `rule_not_found` for a rule that the community does not have, and with `removal-reason-required` without a
 *   rule or reason where the community requires one.
 */
export function removalOf(
  given: GivenRemoval,
  {
    kind,
    author_name,
    title,
    post_deleted_as,
    community_name: community,
    rule,
    is_reason_required,
  }: RemovedFacts,
): Removal {
  if ((given.ruleId ?? null) !== null && rule === null) throw new Refused(errors.ruleNotFound)
  const text = parseReason(given.reason)
  if (is_reason_required && text === null && rule === null) throw new Refused(errors.removalReasonRequired)
  const note = parseText(given.note ?? '', limits.removalNoteMaxLength)
  const named = { rule: rule ?? 'the rules', community }
  const forAll = { ...named, author: 'the author', title: `the ${kind}` }
  // The author of a comment must not see the title of a removed post.
  const isTitleHidden = kind === 'comment' && isRemoved({ deleted_as: post_deleted_as })
  const forAuthor = { ...named, author: `@${author_name}`, title: isTitleHidden ? removedTitle : title }
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
