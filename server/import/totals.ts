import type pg from 'pg'

/** Keeps sums of imported scores within the range of the integer column, with a margin for votes of our members. */
const maxImportedPoints = 1_000_000_000

/** Key of the advisory lock of `lockTotals`. */
const totalsLock = 7_216_553_902

/**
 * Serializes the updates of members and communities, at the end of each transaction. Parallel batches insert rows of
 * their own, but update the same totals; in different orders that would be a deadlock.
 */
export const lockTotals = (client: pg.Client) =>
  client.query('select pg_advisory_xact_lock($1)', [totalsLock])

/**
 * Adds the entries of this batch (temporary table `batch_entries`) to the counter and the points of their authors, in
 * the caller's transaction. As with votes of members, each upvote but the author's own gives a point, and downvotes
 * take none.
 */
export async function addToAuthors(
  client: pg.Client,
  counter: 'post_count' | 'comment_count',
): Promise<void> {
  await client.query(`
    with brought as (
      select author_id, count(*) filter (where counts) as entries,
        sum(greatest(imported_upvotes - 1, 0)) as points
      from batch_entries group by author_id),
    limited as (
      select brought.author_id, entries,
        least(users.imported_points + brought.points, ${maxImportedPoints})::integer as imported_points
      from brought join users on users.id = brought.author_id)
    update users set ${counter} = users.${counter} + limited.entries,
      points = users.points + limited.imported_points - users.imported_points,
      imported_points = limited.imported_points
    from limited where users.id = limited.author_id`)
}

/** Makes the authors of this batch members of the communities they wrote in, so that member counts are meaningful. */
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
