import type pg from 'pg'
import { newPublicId } from '../core/posts/publicId.ts'
import { finishLater, skipIndexing } from './later.ts'
import { resolveNames } from './names.ts'
import { addToAuthors, joinCommunities, lockTotals } from './totals.ts'

/**
 * Plans the import of posts: selects the new submissions and numbers them by time. Of several records with the same
 * id, the last edited wins, then the one with the highest score.
 *
 * @returns counts: `created` will be written, `repeated` are duplicates in the files, `known` were imported before.
 */
export async function planPosts(
  client: pg.Client,
): Promise<{ created: number; repeated: number; known: number }> {
  await client.query(`
    drop table if exists import_staging.new_posts;
    create unlogged table import_staging.new_posts as
    select row_number() over () as position, sorted.*
    from (
      select * from (
        select distinct on (source_id) row_id, source_id, community, author, created_at
        from import_staging.submissions
        order by source_id, edited_at desc nulls last, upvotes - downvotes desc, md5(title || coalesce(body, ''))
      ) latest
      where not exists (select from imported_posts known where known.source_id = latest.source_id)
      order by created_at, source_id) sorted;
    create unique index on import_staging.new_posts (position);
    analyze import_staging.new_posts`)
  const { rows } = await client.query<{ created: string; all: string; different: string }>(`
    select (select count(*) from import_staging.new_posts) as created, count(*) as all,
      count(distinct source_id) as different
    from import_staging.submissions`)
  const [counts = { created: '0', all: '0', different: '0' }] = rows
  const created = Number(counts.created)
  const different = Number(counts.different)
  return { created, repeated: Number(counts.all) - different, known: different - created }
}

/** Creates the missing communities and authors of the new posts, in the caller's transaction. */
export async function createPostNames(client: pg.Client): Promise<{ communities: number; members: number }> {
  await client.query(`
    drop table if exists import_staging.communities, import_staging.authors;
    create unlogged table import_staging.communities as
      select community as name, lower(community) as source_name, min(created_at) as first_at,
        max(created_at) as last_at, null::bigint as id
      from import_staging.new_posts group by community;
    alter table import_staging.communities add primary key (name);
    create unlogged table import_staging.authors as
      select author as name, lower(author) as source_name, min(created_at) as first_at,
        max(created_at) as last_at, null::bigint as id
      from import_staging.new_posts where author is not null group by author;
    alter table import_staging.authors add primary key (name);
    analyze import_staging.communities, import_staging.authors`)
  return {
    communities: await resolveNames(client, 'communities'),
    members: await resolveNames(client, 'authors'),
  }
}

/**
 * Writes the posts of one batch and updates all counters, in the caller's transaction.
 *
 * @param positions in the plan, from 1; `last` may exceed its length.
 * @returns how many were written.
 */
export async function convertPosts(
  client: pg.Client,
  positions: { first: number; last: number },
): Promise<number> {
  const written = await client.query(`
    create temp table batch_posts on commit drop as
    select nextval(pg_get_serial_sequence('posts', 'id')) as id, null::text as public_id, numbered.*
    from (
      select new_posts.row_id, new_posts.source_id, new_posts.created_at, communities.id as community_id,
        coalesce(authors.id, (select id from users where username_key = 'ghost')) as author_id
      from import_staging.new_posts
      join import_staging.communities on communities.name = new_posts.community
      left join import_staging.authors on authors.name = new_posts.author
      where position between ${positions.first} and ${positions.last}
      order by position) numbered`)
  await assignPublicIds(client)
  await skipIndexing(client)
  await client.query(`
    analyze batch_posts;
    insert into posts (id, public_id, type, author_id, community_id, title, body, excerpt, link_url, link_hostname,
      upvotes, downvotes, imported_upvotes, imported_downvotes, age_band, created_at, edited_at, last_activity_at,
      activity, locked_at, locked_as, content_deleted_at, content_deleted_as)
    overriding system value
    select batch.id, batch.public_id, case when link_url is null then 'text' else 'link' end, batch.author_id,
      batch.community_id, title, body, excerpt, link_url, link_hostname,
      upvotes, downvotes, upvotes, downvotes, post_age_band(created_at, now()), created_at, edited_at, created_at,
      activity_stamp(created_at),
      case when is_locked then created_at end, case when is_locked then 'mods' end,
      case when content_deleted_as is not null then created_at end, content_deleted_as
    from (select id, public_id, row_id, author_id, community_id from batch_posts) batch
    join import_staging.submissions using (row_id)
    order by batch.id;
    insert into imported_posts (source_id, post_id, is_decoded) select source_id, id, true from batch_posts;
    create temp table batch_entries on commit drop as
    select batch.author_id, batch.community_id, batch.created_at, posts.imported_upvotes, true as counts
    from batch_posts batch join posts using (id)`)
  await lockTotals(client)
  await client.query(`
    update communities set post_count = communities.post_count + counted.posts
    from (select community_id, count(*) as posts from batch_posts group by community_id) counted
    where communities.id = counted.community_id`)
  await finishLater(client, 'posts')
  await addToAuthors(client, 'post_count')
  await joinCommunities(client)
  return written.rowCount ?? 0
}

/** Assigns random public ids to the rows of `batch_posts` that have none, and replaces those that collide, which is rare but possible. */
export async function assignPublicIds(client: pg.Client): Promise<void> {
  const clearWhere = 'update batch_posts set public_id = null where public_id is not null and'
  for (;;) {
    const { rows } = await client.query<{ id: string }>('select id from batch_posts where public_id is null')
    if (rows.length === 0) return
    await client.query(
      `update batch_posts set public_id = given.public_id
       from unnest($1::bigint[], $2::text[]) given (id, public_id) where batch_posts.id = given.id`,
      [rows.map(({ id }) => id), rows.map(newPublicId)],
    )
    await client.query(
      `${clearWhere} exists (select from posts where posts.public_id = batch_posts.public_id)`,
    )
    await client.query(
      `${clearWhere} exists (select from batch_posts other
         where other.public_id = batch_posts.public_id and other.id < batch_posts.id)`,
    )
  }
}
