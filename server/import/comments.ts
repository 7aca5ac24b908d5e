import type pg from 'pg'
import { limits } from '../../contract/limits.ts'
import { finishLater, skipIndexing } from './later.ts'
import { resolveNames } from './names.ts'
import { addToAuthors, joinCommunities, lockTotals } from './totals.ts'

/**
 * Plans the import of comments: selects those that are new, moves those without post or parent to
 * `import_staging.orphans`, and assigns threads to batches. A thread is never divided.
 *
 * @param perBatch about how many comments a batch has.
 * @returns counts: `created` will be written, `repeated` are duplicates in the files, `known` were imported before.
 */
export async function planComments(
  client: pg.Client,
  perBatch: number,
): Promise<{ created: number; repeated: number; known: number; batches: number }> {
  await client.query(`
    drop table if exists import_staging.new_comments, import_staging.orphans, import_staging.threads;
    create unlogged table import_staging.new_comments as
    select latest.*, posts.post_id from (
      select distinct on (source_id) row_id, source_id, post_source_id, parent_source_id, author, created_at
      from import_staging.comments
      order by source_id, edited_at desc nulls last, upvotes - downvotes desc, md5(body)
    ) latest
    left join imported_posts posts on posts.source_id = latest.post_source_id
    where not exists (select from imported_comments known where known.source_id = latest.source_id);
    create index on import_staging.new_comments (source_id);
    create index on import_staging.new_comments (parent_source_id);
    create index on import_staging.new_comments (post_id);
    create unlogged table import_staging.orphans (row_id bigint not null);
    analyze import_staging.new_comments`)
  const { rows } = await client.query<{ fresh: string; all: string; different: string }>(`
    select (select count(*) from import_staging.new_comments) as fresh, count(*) as all,
      count(distinct source_id) as different
    from import_staging.comments`)
  const [counts = { fresh: '0', all: '0', different: '0' }] = rows
  await moveOrphans(client)
  await client.query(`
    create unlogged table import_staging.threads as
    select post_id, floor((sum(comments) over (order by post_id) - comments) / ${perBatch})::bigint as batch
    from (select post_id, count(*) as comments from import_staging.new_comments group by post_id) counted;
    analyze import_staging.threads`)
  const plan = await client.query<{ created: string; batches: string }>(`
    select (select count(*) from import_staging.new_comments) as created,
      (select coalesce(max(batch) + 1, 0) from import_staging.threads) as batches`)
  const different = Number(counts.different)
  return {
    created: Number(plan.rows[0]?.created),
    batches: Number(plan.rows[0]?.batches),
    repeated: Number(counts.all) - different,
    known: different - Number(counts.fresh),
  }
}

/** Moves comments without post or parent, then their replies, level by level. */
async function moveOrphans(client: pg.Client): Promise<void> {
  await client.query(`
    create table import_staging.lost as
    select row_id, source_id from import_staging.new_comments one
    where post_id is null
      or (parent_source_id is not null
        and not exists (select from import_staging.new_comments parent
          where parent.source_id = one.parent_source_id and parent.post_id = one.post_id)
        and not exists (select from imported_comments parent join comments on comments.id = parent.comment_id
          where parent.source_id = one.parent_source_id and comments.post_id = one.post_id))`)
  for (let lost = 1; lost > 0; ) {
    await client.query(`
      analyze import_staging.lost;
      delete from import_staging.new_comments using import_staging.lost
        where new_comments.row_id = lost.row_id and new_comments.source_id = lost.source_id;
      insert into import_staging.orphans select row_id from import_staging.lost`)
    const next = await client.query(`
      create table import_staging.lost_next as
      select child.row_id, child.source_id
      from import_staging.lost join import_staging.new_comments child
        on child.parent_source_id = lost.source_id`)
    await client.query(`
      drop table import_staging.lost;
      alter table import_staging.lost_next rename to lost`)
    lost = next.rowCount ?? 0
  }
  await client.query('drop table import_staging.lost; analyze import_staging.new_comments')
}

/** Creates the missing authors of the new comments, in the caller's transaction. @returns how many were created. */
export async function createCommentAuthors(client: pg.Client): Promise<number> {
  await client.query(`
    drop table if exists import_staging.authors;
    create unlogged table import_staging.authors as
      select author as name, lower(author) as source_name, min(created_at) as first_at,
        max(created_at) as last_at, null::bigint as id
      from import_staging.new_comments where author is not null group by author;
    alter table import_staging.authors add primary key (name);
    analyze import_staging.authors`)
  return resolveNames(client, 'authors')
}

/**
 * Writes the threads of one batch and updates all counters, in the caller's transaction. A comment below the deepest
 * level becomes a sibling of its parent.
 *
 * @param batch number of the batch, from 0.
 * @returns the number of comments written, and of those that were moved up.
 */
export async function convertComments(
  client: pg.Client,
  batch: number,
): Promise<{ created: number; raised: number }> {
  await client.query(`
    create temp table batch_comments on commit drop as
    select nextval(pg_get_serial_sequence('comments', 'id')) as id, sorted.*
    from (
      select new_comments.row_id, new_comments.source_id, parent_source_id, new_comments.post_id, created_at,
        coalesce(authors.id, (select id from users where username_key = 'ghost')) as author_id
      from import_staging.new_comments
      join import_staging.threads using (post_id)
      left join import_staging.authors on authors.name = new_comments.author
      where threads.batch = ${batch}
      order by created_at, new_comments.source_id) sorted;
    create index on batch_comments (parent_source_id);
    analyze batch_comments`)
  await assignAncestors(client)
  await skipIndexing(client)
  await client.query(writeComments)
  await lockTotals(client)
  await finishLater(client, 'comments')
  await addToAuthors(client, 'comment_count')
  await joinCommunities(client)
  const { rows } = await client.query<{ created: string; raised: string }>(
    'select count(*) as created, count(*) filter (where is_raised) as raised from batch_placed',
  )
  return { created: Number(rows[0]?.created), raised: Number(rows[0]?.raised) }
}

/** SQL for the `ancestors` of a reply to the comment `parent`, and for whether the reply was moved up a level. */
const replyColumns = (parent: string) => `
  case when cardinality(${parent}.ancestors) = ${limits.commentMaxDepth} then ${parent}.ancestors
    else ${parent}.ancestors || ${parent}.id end as ancestors,
  cardinality(${parent}.ancestors) = ${limits.commentMaxDepth} as is_raised`

/** Assigns `ancestors` from the top of each thread down. Cycles of replies are never reached and become orphans. */
export async function assignAncestors(client: pg.Client): Promise<void> {
  await client.query(`
    create temp table batch_placed on commit drop as
    with recursive placed as (
      (select id, row_id, source_id, post_id, '{}'::bigint[] as ancestors, false as is_raised
      from batch_comments where parent_source_id is null
      union all
      select reply.id, reply.row_id, reply.source_id, reply.post_id, ${replyColumns('parent')}
      from batch_comments reply
      join imported_comments known on known.source_id = reply.parent_source_id
      join comments parent on parent.id = known.comment_id and parent.post_id = reply.post_id)
      union all
      select reply.id, reply.row_id, reply.source_id, reply.post_id, ${replyColumns('parent')}
      from placed parent
      join batch_comments reply on reply.parent_source_id = parent.source_id and reply.post_id = parent.post_id)
    select * from placed;
    create unique index on batch_placed (id);
    analyze batch_placed;
    insert into import_staging.orphans
    select row_id from batch_comments where not exists (select from batch_placed where batch_placed.id = batch_comments.id)`)
}

/** Counts the replies to each comment of the batch, and to those that are known, as `batch_replies`. */
export const countReplies = `
  create temp table batch_replies on commit drop as
  select id, count(*) as replies, count(*) filter (where is_parent) as direct
  from (select ancestor as id, place = cardinality(ancestors) as is_parent
    from batch_placed, unnest(ancestors) with ordinality as line (ancestor, place)) ancestry
  group by id;
  create unique index on batch_replies (id);
  analyze batch_replies;`

/** What follows once the comments of the batch are written: counters of their threads, and which record became which comment. */
export const recordComments = `
  update comments set reply_count = reply_count + replies, direct_reply_count = direct_reply_count + direct
  from batch_replies
  where comments.id = batch_replies.id and not exists (select from batch_placed where batch_placed.id = comments.id);

  insert into imported_comments (source_id, comment_id, is_decoded) select source_id, id, true from batch_placed;

  update posts set comment_count = comment_count + counted.comments,
    last_activity_at = greatest(last_activity_at, latest_at),
    activity = case when latest_at > last_activity_at then activity_stamp(latest_at) else activity end
  from (select post_id, count(*) as comments, max(created_at) as latest_at
    from batch_placed join batch_comments using (id, post_id) group by post_id) counted
  where posts.id = counted.post_id`

const writeComments = `
  ${countReplies}

  insert into comments (id, post_id, parent_id, ancestors, author_id, body, upvotes, downvotes, imported_upvotes,
    imported_downvotes, reply_count, direct_reply_count, created_at, edited_at, deleted_at, deleted_as)
  overriding system value
  select placed.id, placed.post_id, placed.ancestors[cardinality(placed.ancestors)], placed.ancestors,
    batch.author_id, source.body, source.upvotes, source.downvotes, source.upvotes, source.downvotes,
    coalesce(replies, 0), coalesce(direct, 0), source.created_at, source.edited_at,
    case when source.deleted_as is not null then source.created_at end, source.deleted_as
  from batch_placed placed
  join batch_comments batch using (id)
  join import_staging.comments source on source.row_id = placed.row_id
  left join batch_replies on batch_replies.id = placed.id
  order by placed.id;

  ${recordComments};

  create temp table batch_entries on commit drop as
  select comments.author_id, posts.community_id, comments.created_at, comments.imported_upvotes,
    comments.deleted_at is null as counts
  from batch_placed join comments using (id) join posts on posts.id = comments.post_id`
