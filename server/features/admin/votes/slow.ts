import { sql } from 'kysely'
import type { OutputOf } from '../../../../contract/endpoints/index.ts'
import { limits } from '../../../../contract/limits.ts'
import type { Db } from '../../../platform/database/connection.ts'
import { type AccountRow, accountColumns, accountView } from './patterns.ts'

/** Limits members to a few votes an hour. @returns the ids of those who were not limited before. */
export async function slowVoters(
  trx: Db,
  order: { userIds: readonly string[]; bulkActionId: string },
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into slow_voters (user_id, bulk_action_id)
    select id, ${order.bulkActionId}::bigint from unnest(${order.userIds}::bigint[]) as voter (id) order by id
    on conflict (user_id) do nothing
    returning user_id::text as id`.execute(trx)
  return rows.map(({ id }) => id)
}

/**
 * Lets members vote as all others again.
 *
 * @param order.undoes only where this bulk action has limited them.
 * @returns the ids of those who were limited.
 */
export async function endSlowVoters(
  trx: Db,
  order: { userIds: readonly string[]; undoes: string | null },
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from slow_voters where user_id = any(${order.userIds}::bigint[])
      and (${order.undoes}::bigint is null or bulk_action_id = ${order.undoes}::bigint)
    returning user_id::text as id`.execute(trx)
  return rows.map(({ id }) => id)
}

/** The accounts that may cast only a few votes an hour, the last ordered first. */
export async function listSlowVoters(db: Db): Promise<OutputOf<'listSlowVoters'>> {
  const { rows } = await sql<AccountRow & { ordered_at: Date; accounts: number }>`
    select ${accountColumns}, 0 as votes, voter.ordered_at, count(*) over ()::integer as accounts
    from slow_voters as voter join users on users.id = voter.user_id
    order by voter.ordered_at desc, voter.user_id limit ${sql.lit(limits.slowVotersShown)}`.execute(db)
  return {
    accounts: rows[0]?.accounts ?? 0,
    voters: rows.map((row) => ({ account: accountView(row), orderedAt: row.ordered_at.toISOString() })),
  }
}
