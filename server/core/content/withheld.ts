import { sql } from 'kysely'
import type { Db } from '../../platform/database/connection.ts'
import { queryRow, queryRows } from '../../platform/database/statement.ts'
import { blankContents } from './blank.ts'
import { type Content, idsOf, lockContent } from './content.ts'
import { takeBack } from './takeBack.sql.ts'
import { withhold } from './withhold.sql.ts'

/** Something that an order of an admin removed, by the ids of its row, post and comment. */
export interface Withheld {
  readonly id: string
  readonly post_id: string
  readonly comment_id: string | null
}

/** Keeps what the order is about to remove, before it is taken down. The caller has locked it with `lockContent`. */
export async function withholdContents(
  trx: Db,
  deletionId: string,
  contents: readonly Content[],
): Promise<void> {
  await queryRows(trx, withhold, {
    deletionId,
    posts: idsOf('post', contents),
    comments: idsOf('comment', contents),
  })
}

/**
 * Hands what a bulk ban removed of members over to the next bulk ban with content that they are still under, so that it stays removed
 * until that is undone, too.
 */
export const handOverWithheld = (
  trx: Db,
  { userIds, bulkActionId }: { userIds: readonly string[]; bulkActionId: string },
) =>
  sql`
    update withheld_contents set deletion_id = next.id
    from content_deletions as own cross join lateral (
      select later.id from content_deletions as later
        join bulk_action_members as member on member.bulk_action_id = later.bulk_action_id and member.user_id = later.user_id
      where later.user_id = own.user_id and later.id > own.id and later.taken_back_at is null and member.is_banned
        and exists (select from users where id = own.user_id and banned_at is not null)
      order by later.id limit 1) as next
    where own.bulk_action_id = ${bulkActionId} and own.user_id = any(${userIds}::bigint[])
      and withheld_contents.deletion_id = own.id`.execute(trx)

/**
 * Locks the posts and comments first, as everyone does who changes them.
 *
 * @returns those of which something is still withheld: others may have restored them meanwhile.
 */
async function lockWithheld(trx: Db, actor: { readonly id: string }, withheld: readonly Withheld[]) {
  const contents = await lockContent(trx, actor, {
    postIds: withheld.flatMap(({ post_id, comment_id }) => (comment_id === null ? post_id : [])),
    commentIds: withheld.flatMap(({ comment_id }) => comment_id ?? []),
  })
  const left = await trx
    .selectFrom('withheld_contents')
    .where('id', 'in', idsOfRows(withheld))
    .select(['id', 'post_id', 'comment_id'])
    .orderBy('id')
    .forUpdate()
    .execute()
  return {
    left,
    contents: contents.filter(({ post_id, comment_id }) =>
      left.some((row) => row.comment_id === comment_id && (comment_id !== null || row.post_id === post_id)),
    ),
  }
}

const idsOfRows = (withheld: readonly Withheld[]) => withheld.map(({ id }) => id)

const forget = (trx: Db, withheld: readonly Withheld[]) =>
  trx.deleteFrom('withheld_contents').where('id', 'in', idsOfRows(withheld)).execute()

/** Puts it back where it was. */
export async function takeBackWithheld(
  trx: Db,
  actor: { readonly id: string },
  withheld: readonly Withheld[],
): Promise<void> {
  const { left } = await lockWithheld(trx, actor, withheld)
  await queryRow(trx, takeBack, { ids: idsOfRows(left) })
  await forget(trx, withheld)
}

/** Erases it for good, unless it was restored one by one. All of it is by one author. */
export async function eraseWithheld(
  trx: Db,
  actor: { readonly id: string },
  withheld: readonly Withheld[],
): Promise<void> {
  const { contents } = await lockWithheld(trx, actor, withheld)
  await blankContents(
    trx,
    actor,
    contents.filter(({ deleted_at }) => deleted_at !== null),
    { as: 'admins' },
  )
  await forget(trx, withheld)
}
