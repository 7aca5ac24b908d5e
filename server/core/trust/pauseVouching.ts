import { sql } from 'kysely'
import { vouchingPauseDays } from '../../../contract/trust.ts'
import type { Db } from '../../platform/database/connection.ts'

/**
 * Lets the vouching of those who vouched for a member not count for a time, because that member turned out to be a bot.
 *
 * Locks their rows in `member_trust`, in the order of their ids.
 */
export async function pauseVouching(trx: Db, memberId: string): Promise<void> {
  await sql`
    insert into member_trust (user_id, vouching_paused_until)
    select distinct voucher_id, now() + make_interval(days => ${sql.lit(vouchingPauseDays)})
    from vouchers_of(${memberId}::bigint) where counts order by voucher_id
    on conflict (user_id) do update set vouching_paused_until = excluded.vouching_paused_until`.execute(trx)
}
