import { sql } from 'kysely'
import { limits } from '../../contract/limits.ts'
import type { Db } from '../database/connection.ts'
import { telling } from './telling.ts'

const membersPerBatch = 1000
const tellingThat = telling(['community_id'])

/**
 * Greets everybody who signed up some hours ago and was not greeted yet, in the order in which they came;
 * nobody while there is no such community. That somebody was greeted is stored together with the greeting.
 *
 * @param options.community the name of the one in which newcomers introduce themselves.
 */
export async function welcomeNewMembers(
  db: Db,
  { community, signal, batch = membersPerBatch }: { community: string; signal: AbortSignal; batch?: number },
): Promise<void> {
  while (!signal.aborted && (await welcomeNext(db, community, batch)) === batch);
}

async function welcomeNext(db: Db, community: string, batch: number): Promise<number> {
  const { rows } = await sql`
    with place as materialized (
      select id from communities where name_key = ${community.toLowerCase()} and deleted_at is null),
    newcomers as (
      select users.id from place cross join lateral (
        select id from users
        where created_at < now() - make_interval(hours => ${sql.lit(limits.welcomeAfterHours)})
          and not is_welcomed and not is_built_in and password_hash is not null and deleted_at is null
          and banned_at is null
        order by created_at limit ${sql.lit(batch)}) as users),
    news as materialized (
      select users.id as user_id, 'welcome' as type, now() as at, place.id as community_id
      from users cross join place
      where users.id in (select id from newcomers) and not is_welcomed and deleted_at is null and banned_at is null
      order by users.id for no key update of users),
    ${tellingThat}
    update users set is_welcomed = true, notifications_new_count = notifications_new_count + change
    from count_changes where users.id = count_changes.user_id
    returning users.id`.execute(db)
  return rows.length
}
