import { sql } from 'kysely'
import type { Db } from '../../platform/database/connection.ts'

const day = sql`now() - interval '1 day'`
const week = sql`now() - interval '7 days'`
const month = sql`now() - interval '30 days'`

/** SQL expressions of the numbers, by what they count: `people` are all accounts except the built-in ones. */
const numbers = {
  people: {
    signups: sql`count(*)`,
    users_day: sql`count(*) filter (where last_seen_at > ${day})`,
    users_week: sql`count(*) filter (where last_seen_at > ${week})`,
    users_month: sql`count(*) filter (where last_seen_at > ${month})`,
    // Accounts that were created before the period and were seen in it.
    return_users_day: sql`count(*) filter (where last_seen_at > ${day} and created_at < ${day})`,
    return_users_week: sql`count(*) filter (where last_seen_at > ${week} and created_at < ${week})`,
    return_users_month: sql`count(*) filter (where last_seen_at > ${month} and created_at < ${month})`,
  },
  posts: {
    posts_day: sql`count(*) filter (where created_at > ${day})`,
    posts_week: sql`count(*)`,
  },
  comments: {
    comments_day: sql`count(*) filter (where created_at > ${day})`,
    comments_week: sql`count(*)`,
  },
  installs: { pwa_installs: sql`count(*)` },
  subscriptions: { notifications_enabled: sql`count(*)` },
} as const

const numbersOf = (columns: Record<string, ReturnType<typeof sql>>) =>
  sql`jsonb_build_object(${sql.join(Object.entries(columns).flatMap(([name, value]) => [sql.lit(name), value]))})`

/**
 * Records the statistics of the current hour, unless they exist: idempotent, also across processes. Deleted posts and
 * comments count too.
 */
export async function recordStatistics(db: Db): Promise<void> {
  await sql`
    insert into site_statistics (hour, numbers)
    select date_trunc('hour', now(), 'UTC'), people.numbers || posts.numbers || comments.numbers
      || installs.numbers || subscriptions.numbers
    from
      (select ${numbersOf(numbers.people)} as numbers from users where not is_built_in) as people,
      (select ${numbersOf(numbers.posts)} as numbers from posts where created_at > ${week}) as posts,
      (select ${numbersOf(numbers.comments)} as numbers from comments where created_at > ${week}) as comments,
      (select ${numbersOf(numbers.installs)} as numbers from analytics_events where name = 'pwa_use') as installs,
      (select ${numbersOf(numbers.subscriptions)} as numbers from push_subscriptions) as subscriptions
    where not exists (select from site_statistics where hour = date_trunc('hour', now(), 'UTC'))
    on conflict (hour) do nothing`.execute(db)
}
