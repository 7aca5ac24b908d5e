import type pg from 'pg'

/** No sum of imported scores may leave the range of the column, with room for all votes of our own members. */
const mostImportedPoints = 1_000_000_000

/** Any number; see `waitForTurn`. */
const countersLock = 7_216_553_902

/**
 * Batches that run side by side write rows of their own, but count for the same members and communities. They do that
 * one after the other, at the end of their transactions: in different orders they would wait for each other for ever.
 */
export const waitForTurn = (client: pg.Client) =>
  client.query('select pg_advisory_xact_lock($1)', [countersLock])

/**
 * Counts the entries of this batch (temporary table `batch_entries`) for their authors, and adds the points they
 * brought: one an upvote but for the author's own, as votes of members would have given; downvotes take none.
 *
 * Runs inside the caller's transaction.
 */
export async function countFor(client: pg.Client, counter: 'post_count' | 'comment_count'): Promise<void> {
  await client.query(`
    with brought as (
      select author_id, count(*) filter (where counts) as entries,
        sum(greatest(imported_upvotes - 1, 0)) as points
      from batch_entries group by author_id),
    limited as (
      select brought.author_id, entries,
        least(users.imported_points + brought.points, ${mostImportedPoints})::integer as imported_points
      from brought join users on users.id = brought.author_id)
    update users set ${counter} = users.${counter} + limited.entries,
      points = users.points + limited.imported_points - users.imported_points,
      imported_points = limited.imported_points
    from limited where users.id = limited.author_id`)
}

/** Makes the authors of this batch members of the communities they wrote in, so that sizes tell something. */
export async function joinCommunities(client: pg.Client): Promise<void> {
  await client.query(`
    with joined as (
      insert into memberships (user_id, community_id, joined_at)
      select author_id, community_id, min(batch_entries.created_at)
      from batch_entries join users on users.id = author_id
      where not users.is_built_in and users.deleted_at is null
      group by author_id, community_id
      on conflict do nothing
      returning community_id)
    update communities set member_count = communities.member_count + counted.members
    from (select community_id, count(*) as members from joined group by community_id) counted
    where communities.id = counted.community_id`)
}
