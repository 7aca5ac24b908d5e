import { expressionBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Mutes } from '../../contract/entities/mute.ts'
import { communityColumns } from '../communities/view.ts'
import type { Db } from '../database/connection.ts'
import type { DB } from '../database/tables.ts'
import { authorColumns } from '../users/view.ts'
import { mutesView } from './view.ts'

const nested = expressionBuilder<DB>()

/** Columns of `MutesRow`, subqueries that can join any query: what a member muted; nothing for guests. */
export const mutesOf = (member: { id: string } | null) =>
  [
    jsonArrayFrom(
      nested
        .selectFrom('user_mutes')
        .innerJoin('users as author', 'author.id', 'user_mutes.muted_user_id')
        .where('user_mutes.user_id', '=', member?.id ?? null)
        .orderBy('user_mutes.created_at')
        .orderBy('user_mutes.id')
        .select([
          sql<string>`user_mutes.id::text`.as('muteId'),
          'user_mutes.created_at as mutedAt',
          sql<string>`author.id::text`.as('author_id'),
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
        .select([sql<string>`community_mutes.id::text`.as('muteId'), 'community_mutes.created_at as mutedAt'])
        .select(communityColumns),
    ).as('communityMutes'),
  ] as const

/** What a member muted, in one statement. */
export async function listMutes(db: Db, memberId: string): Promise<Mutes> {
  return mutesView(await db.selectNoFrom([...mutesOf({ id: memberId })]).executeTakeFirstOrThrow())
}
