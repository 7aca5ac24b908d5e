import { sql } from 'kysely'
import { banKindWords, defaultBanKind } from '../../../../contract/bans.ts'
import { formatDay } from '../../../../contract/formatDay.ts'
import { limits } from '../../../../contract/limits.ts'
import type { BanKind } from '../../../../contract/words.ts'
import { fillVariables } from '../../../core/content/fillVariables.ts'
import { parseReason } from '../../../core/moderationLog/record.ts'
import type { Db } from '../../../platform/database/connection.ts'
import { cut } from '../../../platform/http/text.ts'

interface Given {
  readonly communityId: string
  /** In lower case. */
  readonly usernameKey: string | null
  /** Null for that of the changed ban. */
  readonly kind: BanKind | null
  /** Undefined for that of the changed ban, or none. */
  readonly expiresAt: Date | null | undefined
  readonly reason: string | null | undefined
  readonly ruleId: number | null | undefined
}

/**
 * The reason of a ban with its variables filled in, and the current wording of the rule. Runs no query without a rule or variables.
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
    .leftJoin('community_bans as ban', (join) =>
      join
        .onRef('ban.community_id', '=', 'communities.id')
        .onRef('ban.user_id', '=', 'users.id')
        .on(sql<boolean>`is_ban_in_force(ban.expires_at)`),
    )
    .where('communities.id', '=', given.communityId)
    .select([
      'communities.name as community',
      'community_rules.rule',
      'users.username',
      'ban.kind',
      'ban.expires_at as expiresAt',
    ])
    .executeTakeFirst()
  const rule = found?.rule ?? null
  const kind = given.kind ?? found?.kind ?? defaultBanKind
  const end = given.expiresAt === undefined ? (found?.expiresAt ?? null) : given.expiresAt
  const filled = fillVariables(cut(text, limits.moderationReasonMaxLength), {
    author: `@${found?.username ?? given.usernameKey ?? ''}`,
    rule: rule ?? 'the rules',
    community: found?.community ?? '',
    kind: banKindWords[kind],
    end: end === null ? 'it is lifted' : formatDay(end),
  })
  return { reason: parseReason(filled), rule, isRuleValid: ruleId === null || rule !== null }
}
