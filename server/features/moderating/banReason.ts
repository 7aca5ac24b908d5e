import { sql } from 'kysely'
import { formatDay } from '../../../contract/formatDay.ts'
import { limits } from '../../../contract/limits.ts'
import type { BanKind } from '../../../contract/words.ts'
import { parseReason } from '../../core/moderationLog/record.ts'
import { fillVariables } from '../../core/removals/fillVariables.ts'
import type { Db } from '../../platform/database/connection.ts'
import { cut } from '../../platform/http/text.ts'

const kindWords: Record<BanKind, string> = {
  posting: 'posting',
  commenting: 'commenting',
  participating: 'taking part',
  reading: 'reading and taking part',
}

interface Given {
  readonly communityId: string
  /** In lower case. */
  readonly usernameKey: string | null
  readonly kind: BanKind
  readonly expiresAt: Date | null
  readonly reason: string | null | undefined
  readonly ruleId: number | null | undefined
}

/**
 * The reason of a ban with the values of its variables, and the rule as it is worded now. Reads nothing where there is neither rule nor
 * variable.
 *
 * @returns `isRuleValid`: false for a rule that the community does not have.
 */
export async function getBanReason(
  db: Db,
  given: Given,
): Promise<{ reason: string | null; rule: string | null; isRuleValid: boolean }> {
  const text = (given.reason ?? '').trim()
  const ruleId = given.ruleId ?? null
  if (ruleId === null && !text.includes('{{'))
    return { reason: parseReason(text), rule: null, isRuleValid: true }
  const found = await db
    .selectFrom('communities')
    .leftJoin('users', (join) => join.on('users.username_key', '=', given.usernameKey ?? ''))
    .leftJoin('community_rules', (join) =>
      join
        .onRef('community_rules.community_id', '=', 'communities.id')
        // As a fraction, because a number from outside can be of any size.
        .on(sql<boolean>`community_rules.id = ${ruleId}::double precision`),
    )
    .where('communities.id', '=', given.communityId)
    .select(['communities.name as community', 'community_rules.rule', 'users.username'])
    .executeTakeFirst()
  const rule = found?.rule ?? null
  const filled = fillVariables(cut(text, limits.moderationReasonMaxLength), {
    author: `@${found?.username ?? given.usernameKey ?? ''}`,
    rule: rule ?? 'the rules',
    community: found?.community ?? '',
    kind: kindWords[given.kind],
    end: given.expiresAt === null ? 'it is lifted' : formatDay(given.expiresAt),
  })
  return { reason: parseReason(filled), rule, isRuleValid: ruleId === null || rule !== null }
}
