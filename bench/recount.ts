import type pg from 'pg'

/** For each counter: how many rows hold another number than counting gives. */
const counters: Record<string, string> = {
  'votes of posts': `
    select count(*) from posts left join (
      select post_id, count(*) filter (where up) as up, count(*) filter (where not up) as down
      from post_votes group by post_id) as counted on counted.post_id = posts.id
    where (upvotes - imported_upvotes, downvotes - imported_downvotes)
      <> (coalesce(counted.up, 0), coalesce(counted.down, 0))`,
  'votes of comments': `
    select count(*) from comments left join (
      select comment_id, count(*) filter (where up) as up, count(*) filter (where not up) as down
      from comment_votes group by comment_id) as counted on counted.comment_id = comments.id
    where (upvotes - imported_upvotes, downvotes - imported_downvotes)
      <> (coalesce(counted.up, 0), coalesce(counted.down, 0))`,
  'comments of posts': `
    select count(*) from posts left join (select post_id, count(*) as n from comments group by post_id) as counted
      on counted.post_id = posts.id where comment_count <> coalesce(n, 0)`,
  'replies of comments': `
    select count(*) from comments left join (
      select ancestor, count(*) as n, count(*) filter (where ancestor = parent_id) as direct
      from comments, unnest(ancestors) as ancestor group by ancestor) as counted on counted.ancestor = comments.id
    where (reply_count, direct_reply_count) <> (coalesce(n, 0), coalesce(direct, 0))`,
  'ways up of comments': `
    select count(*) from comments join comments as parent on parent.id = comments.parent_id
    where comments.ancestors <> parent.ancestors || parent.id or comments.post_id <> parent.post_id`,
  'posts and members of communities': `
    select count(*) from communities
    left join (select community_id, count(*) as n from posts group by community_id) as posted
      on posted.community_id = communities.id
    left join (select community_id, count(*) as n from memberships group by community_id) as joined
      on joined.community_id = communities.id
    where (post_count, member_count) <> (coalesce(posted.n, 0), coalesce(joined.n, 0))`,
  'posts and comments of members': `
    select count(*) from users
    left join (select author_id, count(*) as n from posts where deleted_at is null group by author_id) as posted
      on posted.author_id = users.id
    left join (select author_id, count(*) as n from comments where deleted_at is null group by author_id) as said
      on said.author_id = users.id
    where (post_count, comment_count) <> (coalesce(posted.n, 0), coalesce(said.n, 0))`,
  'points of members': `
    select count(*) from users left join (
      select author_id, count(*) as n from (
        select author_id from post_votes join posts on posts.id = post_id where up and moves_points
        union all
        select author_id from comment_votes join comments on comments.id = comment_id where up and moves_points) as votes
      group by author_id) as earned on earned.author_id = users.id
    where points - imported_points <> 1 + coalesce(n, 0)`,
  accounts: 'select abs(user_count - (select count(*) from users)) from site_settings',
}

/** Counts everything that the forum keeps a counter of, and names the counters that are wrong. */
export async function findMiscounts(client: pg.Client): Promise<string[]> {
  const wrong: string[] = []
  for (const [what, sql] of Object.entries(counters)) {
    const { rows } = await client.query<{ count: string }>(`select count from (${sql}) as wrong (count)`)
    if (rows[0]?.count !== '0') wrong.push(`${what}: ${rows[0]?.count}`)
  }
  return wrong
}
