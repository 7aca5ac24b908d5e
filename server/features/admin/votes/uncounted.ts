import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connection.ts'

/** The task that takes votes out of scores, and counts them again; enqueued with each order. */
export const countVotesTask = 'count_votes'

const enqueue = (trx: Db) =>
  sql`select graphile_worker.add_job(${countVotesTask}, job_key := ${countVotesTask})`.execute(trx)

/**
 * Stops counting the votes of members, as the last statement of a transaction that holds their permission locks exclusively: each vote
 * is stored before, and the job finds it, or is stored as one that does not count.
 *
 * @param order.since from when on; null: all votes.
 * @returns the ids of those of whom more votes counted until now.
 */
export async function orderUncounted(
  trx: Db,
  order: { userIds: readonly string[]; since: Date | null; bulkActionId: string },
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into uncounted_voters as known (user_id, since, bulk_action_id)
    select id, ${order.since}::timestamptz, ${order.bulkActionId}::bigint
    from unnest(${order.userIds}::bigint[]) as voter (id) order by id
    on conflict (user_id) do update set since = excluded.since, bulk_action_id = excluded.bulk_action_id,
      ordered_at = now(), is_ending = false, done_post_id = 0, finished_at = null
    where known.is_ending
      or coalesce(excluded.since, '-infinity') < coalesce(known.since, '-infinity')
    returning user_id::text as id`.execute(trx)
  if (rows.length > 0) await enqueue(trx)
  return rows.map(({ id }) => id)
}

/**
 * Counts the votes of members again, in the background. The transaction holds their permission locks exclusively.
 *
 * @param order.undoes only where this bulk action stopped counting them.
 * @returns the ids of those whose votes did not count.
 */
export async function orderCounted(
  trx: Db,
  order: { userIds: readonly string[]; undoes: string | null; bulkActionId: string },
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    update uncounted_voters set is_ending = true, bulk_action_id = ${order.bulkActionId}::bigint, ordered_at = now(),
      done_post_id = 0, finished_at = null
    where user_id = any(${order.userIds}::bigint[]) and not is_ending
      and (${order.undoes}::bigint is null or bulk_action_id = ${order.undoes}::bigint)
    returning user_id::text as id`.execute(trx)
  if (rows.length > 0) await enqueue(trx)
  return rows.map(({ id }) => id)
}

/** Votes have no index by member, so the votes on this many posts, and on their comments, are searched at once. */
const postsPerSlice = 1000
const votersPerSlice = 50
/** No post has a higher one. */
const lastId = '9223372036854775807'
/** Votes on these posts and comments wait for one batch. */
const votesPerBatch = 500

/** What the job does next: the same with some members, at the same place. */
interface Slice {
  readonly userIds: readonly string[]
  readonly bulkActionId: string | null
  readonly since: Date | null
  /** Whether all their votes count from now on; if not, only those that were cast before `since`. */
  readonly counts: boolean
  readonly afterPostId: string
}

/** Rows of `uncounted_voters` that nobody has ordered anything else about meanwhile. */
const sameOrder = ({ userIds, bulkActionId, since, counts, afterPostId }: Slice) => sql<boolean>`
  user_id = any(${userIds}::bigint[]) and bulk_action_id is not distinct from ${bulkActionId}::bigint
  and since is not distinct from ${since}::timestamptz and is_ending = ${counts}
  and done_post_id = ${afterPostId}::bigint and finished_at is null`

/**
 * Takes the votes that do not count out of the scores of posts and comments and out of the points of their authors, and counts those
 * again that do. In batches of a transaction each; how far it is is stored, too. So it can be ended at any time, and several processes
 * can do it at once.
 */
export async function countOrderedVotes(
  db: Db,
  { signal, batch = votesPerBatch }: { signal: AbortSignal; batch?: number },
): Promise<void> {
  while (!signal.aborted) {
    const slice = await findSlice(db)
    if (!slice) return
    await moveSlice(db, slice, { signal, batch })
  }
}

async function findSlice(db: Db): Promise<Slice | undefined> {
  const { rows } = await sql<Slice>`
    with first as (
      select * from uncounted_voters where finished_at is null order by done_post_id, user_id limit 1)
    select array_agg(voter.user_id::text) as "userIds", first.bulk_action_id::text as "bulkActionId", first.since,
      first.is_ending as counts, first.done_post_id::text as "afterPostId"
    from first cross join lateral (
      select user_id from uncounted_voters
      where finished_at is null and done_post_id = first.done_post_id and is_ending = first.is_ending
        and bulk_action_id is not distinct from first.bulk_action_id and since is not distinct from first.since
      order by user_id limit ${sql.lit(votersPerSlice)}) as voter
    group by first.bulk_action_id, first.since, first.is_ending, first.done_post_id`.execute(db)
  return rows[0]
}

async function moveSlice(
  db: Db,
  slice: Slice,
  { signal, batch }: { signal: AbortSignal; batch: number },
): Promise<void> {
  const { rows: ends } = await sql<{ last: string | null; count: number }>`
    select max(id)::text as last, count(*)::integer as count from (
      select id from posts where id > ${slice.afterPostId}::bigint order by id limit ${sql.lit(postsPerSlice)}) as next`.execute(
    db,
  )
  const [end] = ends
  // Votes on later posts are stored as they are meant to be.
  const lastPostId = end?.count === postsPerSlice ? end.last : null
  for (const of of ['post', 'comment'] as const) {
    let found = batch
    while (found === batch) {
      if (signal.aborted) return
      found = await db.transaction().execute((trx) => moveBatch(trx, of, slice, { lastPostId, batch }))
    }
  }
  await sql`
    update uncounted_voters set done_post_id = coalesce(${lastPostId}::bigint, done_post_id),
      finished_at = case when ${lastPostId}::bigint is null then now() end
    where ${sameOrder(slice)}`.execute(db)
  await sql`delete from uncounted_voters where is_ending and finished_at is not null`.execute(db)
}

/**
 * Moves the next votes. Locks, in this order and each kind by ascending id: the posts or comments and their authors, as votes do, then the
 * orders.
 *
 * @returns how many there were; fewer than the batch only if none are left.
 */
async function moveBatch(
  trx: Db,
  of: 'post' | 'comment',
  slice: Slice,
  { lastPostId, batch }: { lastPostId: string | null; batch: number },
): Promise<number> {
  const items = sql.table(`${of}s`)
  const votes = sql.table(`${of}_votes`)
  const key = sql.ref(`vote.${of}_id`)
  // Those before `since` may not count yet, if an earlier order took them out and the one to count them again has not ended.
  const isLeft = sql<boolean>`vote.up is not null and vote.counts is distinct from
    (${slice.counts} or vote.created_at < coalesce(${slice.since}::timestamptz, '-infinity'))`
  const { rows: found } = await sql<{ item: string; voter: string; author: string; movesPoints: boolean }>`
    select ${key}::text as item, vote.user_id::text as voter, item.author_id::text as author, up and moves_points as "movesPoints"
    from ${votes} as vote join ${items} as item on item.id = ${key}
    where vote.post_id > ${slice.afterPostId}::bigint and vote.post_id <= coalesce(${lastPostId}::bigint, ${sql.lit(lastId)})
      and vote.user_id = any(array(select user_id from uncounted_voters where ${sameOrder(slice)})) and ${isLeft}
      -- Everyone's own vote stays, as for all others.
      and item.author_id <> vote.user_id
    limit ${sql.lit(batch)}`.execute(trx)
  if (found.length === 0) return 0
  const itemIds = found.map(({ item }) => item)
  const authorIds = found.flatMap(({ author, movesPoints }) => (movesPoints ? author : []))
  await sql`select from ${items} where id = any(${itemIds}::bigint[]) order by id for no key update`.execute(
    trx,
  )
  await sql`select from users where id = any(${authorIds}::bigint[]) order by id for no key update`.execute(
    trx,
  )
  const { rows: ordered } = await sql<{ id: string }>`
    select user_id::text as id from uncounted_voters where ${sameOrder(slice)} order by user_id for update`.execute(
    trx,
  )
  await sql`
    with vote as (
      update ${votes} as vote set counts = not counts
      from unnest(${itemIds}::bigint[], ${found.map(({ voter }) => voter)}::bigint[]) as found (item_id, voter_id)
      where ${key} = item_id and vote.user_id = voter_id and voter_id = any(${ordered.map(({ id }) => id)}::bigint[]) and ${isLeft}
      returning item_id, up, moves_points, case when counts then 1 else -1 end as step),
    moved as materialized (
      select item_id, author_id, up, moves_points, step from vote join ${items} as item on item.id = item_id),
    counted as materialized (
      select counted.* from (
        select array_agg(item_id) as ids, array_agg(ups) as ups, array_agg(downs) as downs from (
          select item_id, coalesce(sum(step) filter (where up), 0)::integer as ups,
            coalesce(sum(step) filter (where not up), 0)::integer as downs
          from moved group by item_id) as change
        having count(*) > 0) as change
      cross join lateral ${of === 'post' ? sql`count_votes_of_posts(ids, ups, downs)` : sql`count_votes_of_comments(ids, ups, downs)`} as counted),
    given as materialized (
      select counted.id from (
        select array_agg(author_id) as ids, array_agg(points) as points, array_agg(0) as none from (
          select author_id, sum(step)::integer as points from moved where up and moves_points group by author_id) as change
        having count(*) > 0) as change
      cross join lateral count_for_members(ids, points, none, none) as counted)
    select from moved where (select count(*) from counted) + (select count(*) from given) < 0`.execute(trx)
  return found.length
}
