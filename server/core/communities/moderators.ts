import { expressionBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Author } from '../../../contract/entities/user.ts'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import type { Db } from '../../platform/database/connection.ts'
import type { DB } from '../../platform/database/tables.ts'
import { parseId } from '../../platform/http/ids.ts'
import { Refused } from '../../platform/http/refused.ts'
import { authorColumns, parseAuthorJson } from '../users/columns.ts'
import { authorView } from '../users/serialize.ts'

const nested = expressionBuilder<DB>()

/** Subquery: the moderators of the community of the surrounding query, the highest first. */
export const moderatorsOfCommunity = () =>
  jsonArrayFrom(
    nested
      .selectFrom('moderators')
      .innerJoin('users as author', 'author.id', 'moderators.user_id')
      .where('moderators.community_id', '=', sql.ref<string>('communities.id'))
      .orderBy('moderators.position')
      .limit(sql.lit(limits.moderatorsPerCommunityMax))
      .select((eb) => eb.cast<string>('author.id', 'text').as('author_id'))
      .select(authorColumns),
  )

type ModeratorRow = Parameters<typeof parseAuthorJson>[0] & { author_id: string }

export const moderatorView = (row: ModeratorRow): Author => authorView(row.author_id, parseAuthorJson(row))

/**
 * The moderators of a community, the highest first.
 *
 * @throws Refused when the id has not the form of one, and when there is no such community.
 */
export async function listModerators(db: Db, communityId: string): Promise<Author[]> {
  const { mods } = await db
    .selectFrom('communities')
    .where('communities.id', '=', parseId(communityId))
    .where('communities.deleted_at', 'is', null)
    .select(moderatorsOfCommunity().as('mods'))
    .executeTakeFirstOrThrow(() => new Refused(errors.communityNotFound))
  return mods.map(moderatorView)
}
