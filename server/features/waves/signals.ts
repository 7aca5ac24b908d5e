import { sql } from 'kysely'
import type { WaveSignal } from '../../../contract/entities/wave.ts'
import type { Db } from '../../platform/database/connection.ts'
import { mostAlike } from '../../platform/text/simhash.ts'

/** What is usual is the mean of this number of days, without the last one. */
const usualDays = 28
const comparedMax = 600

/**
 * From how many on each signal counts: at least `floor`, so that a small site may be in the news, and several times what is usual.
 * Sign-ups and first posts are those of ten minutes, all else of an hour.
 */
const scales = {
  signups: { floor: 12, minutes: 10 },
  first_posts: { floor: 12, minutes: 10 },
  link: { floor: 5, minutes: 60 },
  likeness: { floor: 5, minutes: 60 },
  network: { floor: 6, minutes: 60 },
} as const

/** A count above four times the mean, and six standard deviations of a Poisson process above it, is no chance. */
const limitOf = (floor: number, usual: number) => Math.ceil(Math.max(floor, usual * 4 + 6 * Math.sqrt(usual)))

/**
 * What is more than usual at the moment. Reads the last hour, and counts of the last weeks by index. Sign-ups that someone invited or
 * approved don't count: an invited class joins in a minute, and an admin approves twenty at once.
 */
export async function findSignals(db: Db): Promise<WaveSignal[]> {
  const minutesOf = (kind: keyof typeof scales) => sql.lit(scales[kind].minutes)
  const since = sql`now() - make_interval(days => ${sql.lit(usualDays)})`
  const { rows } = await sql<{
    kind: keyof typeof scales
    count: number
    // In the same number of minutes.
    usual: number
    about: string
  }>`
    with span as materialized (
      select greatest(1440, least(extract(epoch from now() - (select min(created_at) from users where created_at > ${since})) / 60,
        ${sql.lit(usualDays * 1440)}) - 1440)::float as minutes),
    signed_up as materialized (
      select created_at, case when family(created_ip) = 4 then network(set_masklen(created_ip, 24))
        when created_ip <<= '::ffff:0:0/96' then network(set_masklen(created_ip, 120))
        else network(set_masklen(created_ip, 48)) end as network
      from users where created_at > now() - interval '1 hour' and not is_built_in and not is_admin
        and not exists (select from invited_members where user_id = users.id)
        and not exists (select from applications where user_id = users.id and is_approved)),
    written as materialized (
      select author_id, created_at, domains from new_member_texts where created_at > now() - interval '1 hour')
    select 'signups' as kind, count(*)::integer as count,
      (select count(*) from users where created_at between ${since} and now() - interval '1 day')::float
        / (select minutes from span) * ${minutesOf('signups')} as usual, '' as about
    from signed_up where created_at > now() - make_interval(mins => ${minutesOf('signups')})
    union all
    select 'first_posts', count(distinct author_id)::integer,
      (select count(distinct author_id) from new_member_texts where created_at between ${since} and now() - interval '1 day')::float
        / (select minutes from span) * ${minutesOf('first_posts')}, ''
    from written where created_at > now() - make_interval(mins => ${minutesOf('first_posts')})
    union all
    (select 'link', count(distinct author_id)::integer,
      (select count(distinct author_id) from new_member_texts as earlier
        where created_at between ${since} and now() - interval '1 day' and domain = any(earlier.domains))::float
        / (select minutes from span) * ${minutesOf('link')}, domain
    from written cross join lateral unnest(domains) as domain group by domain order by 2 desc, domain limit 3)
    union all
    (select 'network', count(*)::integer,
      (select count(*) from users where created_ip between network(signed_up.network) and broadcast(signed_up.network)
        and created_at between ${since} and now() - interval '1 day')::float
        / (select minutes from span) * ${minutesOf('network')}, signed_up.network::text
    from signed_up where network is not null group by signed_up.network order by 2 desc, signed_up.network limit 3)`.execute(
    db,
  )
  const { rows: texts } = await sql<{ simhash: string; authorId: string }>`
    select simhash::text, author_id::text as "authorId" from new_member_texts
    where created_at > now() - make_interval(mins => ${minutesOf('likeness')}) and simhash is not null
    order by created_at desc limit ${sql.lit(comparedMax)}`.execute(db)
  const likeness = { kind: 'likeness' as const, count: mostAlike(texts), usual: 0, about: '' }
  return [...rows, likeness].flatMap(({ kind, count, usual, about }) => {
    const limit = limitOf(scales[kind].floor, usual)
    return count < limit ? [] : [{ kind, count, usual: Math.ceil(usual), limit, about }]
  })
}

/** Whether signals are enough to raise the bar automatically: two of them, or one far above its limit. */
export const isWave = (signals: readonly WaveSignal[]): boolean =>
  new Set(signals.map(({ kind }) => kind)).size > 1 || signals.some(({ count, limit }) => count >= 2 * limit)
