import { expressionBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { limits } from '../../../contract/limits.ts'
import type { DB } from '../../platform/database/tables.ts'
import { communityColumns } from '../communities/columns.ts'
import { authorColumns } from '../users/columns.ts'

const nested = expressionBuilder<DB>()

/** The columns of `MutesRow`, as subqueries that any query can select: the mutes of a member, none for guests. */
export const muteColumns = (member: { id: string } | null) =>
  [
    jsonArrayFrom(
      nested
        .selectFrom('user_mutes')
        .innerJoin('users as author', 'author.id', 'user_mutes.muted_user_id')
        .where('user_mutes.user_id', '=', member?.id ?? null)
        .orderBy('user_mutes.created_at')
        .orderBy('user_mutes.id')
        .limit(sql.lit(limits.mutesMax))
        .select((eb) => [
          eb.cast<string>('user_mutes.id', 'text').as('muteId'),
          'user_mutes.created_at as mutedAt',
          eb.cast<string>('author.id', 'text').as('author_id'),
        ])
        .select(authorColumns),
    ).as('userMutes'),
    jsonArrayFrom(
      nested
        .selectFrom('community_mutes')
        .innerJoin('communities', 'communities.id', 'community_mutes.muted_community_id')
        .where('community_mutes.user_id', '=', member?.id ?? null)
        .orderBy('community_mutes.created_at')
        .orderBy('community_mutes.id')
        .limit(sql.lit(limits.mutesMax))
        .select((eb) => [
          eb.cast<string>('community_mutes.id', 'text').as('muteId'),
          'community_mutes.created_at as mutedAt',
        ])
        .select(communityColumns),
    ).as('communityMutes'),
  ] as const
