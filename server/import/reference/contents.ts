import type pg from 'pg'
import { assignAncestors, countReplies, recordComments } from '../comments.ts'
import { finishLater, skipIndexing } from '../later.ts'
import { assignPublicIds } from '../posts.ts'

/**
 * SQL for the role in which someone acted. Where the source has a number for it, the roles that they have in the community tell which it
 * was.
 *
 * @param column the role as the source has it. @param actor the id of who acted. @param isOwn SQL for whether it is their own.
 */
const roleSql = (column: string, actor: string, isOwn: string) => `
  case when ${column} in ('normal', 'mods', 'admins') then ${column}
    when ${isOwn} then 'normal'
    when exists (select from import_staging.source_users actor where actor.id = ${actor} and actor.is_admin)
      and not exists (select from import_staging.source_community_mods moderator
        where moderator.user_id = ${actor} and moderator.community_id = batch.source_community_id) then 'admins'
    else 'mods' end`

/** The same for the role in which a post or comment was written; nearly all are written in none. */
const authorGroupSql = `
  case when source.user_group in ('normal', 'mods', 'admins') then source.user_group
    when source.user_group is null or source.user_group = (select value from import_staging.usual_group) then 'normal'
    else ${roleSql('source.user_group', 'source.user_id', 'false')} end`

const lockColumnsSql = `
  case when is_locked then coalesce(source.locked_at, source.created_at) end, locker.id,
  case when is_locked then case ${roleSql('source.locked_by_group', 'source.locked_by', 'false')}
    when 'admins' then 'admins' else 'mods' end end`

/**
 * Creates the posts of the source with their votes, in the caller's transaction, and the table `new_posts`. Their ids in URLs stay,
 * unless a post here has the same.
 */
export async function convertPosts(client: pg.Client): Promise<{ created: number; readdressed: number }> {
  const { rowCount } = await client.query(`
    create temp table batch_posts on commit drop as
    select nextval(pg_get_serial_sequence('posts', 'id')) as id, sorted.*
    from (
      select case when source.public_id ~ '^[0-9A-Za-z_]{8}$' then source.public_id end as public_id, source.row_id,
        source.id as source_id, source.community_id as source_community_id, source.created_at,
        communities.id as community_id,
        coalesce(author.id, (select id from users where username_key = 'ghost')) as author_id
      from import_staging.source_posts source
      join import_staging.communities on communities.source_name = source.community_id
      left join import_staging.user_ids author on author.source_id = source.user_id
      where not exists (select from imported_posts known where known.source_id = source.id)
      order by source.created_at, source.id) sorted`)
  await client.query('create index on batch_posts (public_id); analyze batch_posts')
  const taken = await client.query(`
    update batch_posts set public_id = null
    where exists (select from posts where posts.public_id = batch_posts.public_id)`)
  const repeated = await client.query(`
    update batch_posts set public_id = null
    where exists (select from batch_posts other where other.public_id = batch_posts.public_id and other.id < batch_posts.id)`)
  await assignPublicIds(client)
  await skipIndexing(client)
  await client.query(`
    drop table if exists import_staging.usual_group, import_staging.new_posts, import_staging.tallies;
    create unlogged table import_staging.usual_group as
      select mode() within group (order by user_group) as value from (
        select user_group from import_staging.source_posts union all select user_group from import_staging.source_comments) used;
    create unlogged table import_staging.new_posts as select source_id, id from batch_posts;
    create unique index on import_staging.new_posts (source_id);
    create unlogged table import_staging.tallies as
      select post_id, count(*) filter (where up) as ups, count(*) filter (where not up) as downs
      from import_staging.source_post_votes votes
      join import_staging.user_ids voter on voter.source_id = votes.user_id and not is_erased group by post_id;
    create unique index on import_staging.tallies (post_id);
    create temp table batch_images on commit drop as
      select distinct post_id from import_staging.source_post_images;
    analyze batch_posts, batch_images, import_staging.new_posts, import_staging.tallies;

    insert into posts (id, public_id, type, author_id, author_group, community_id, title, body, excerpt, link_url, link_hostname,
      upvotes, downvotes, imported_upvotes, imported_downvotes, age_band, created_at, edited_at, last_activity_at, activity,
      is_pinned, is_pinned_site, locked_at, locked_by, locked_as, deleted_at, deleted_by, deleted_as,
      content_deleted_at, content_deleted_by, content_deleted_as)
    overriding system value
    select batch.id, batch.public_id,
      case when source.link_url is not null and not is_emptied then 'link'
        when source.type = 'image' or batch_images.post_id is not null then 'image' else 'text' end,
      batch.author_id, ${authorGroupSql}, batch.community_id,
      coalesce(nullif(trim(left(regexp_replace(source.title, '\\s+', ' ', 'g'), 300)), ''), 'Untitled'),
      case when is_emptied then '' when source.link_url is not null then null
        -- Nothing is lost of a link that leads nowhere.
        else coalesce(nullif(source.body, ''), case when source.link_info is not null and length(source.link_info) > 4
          and batch_images.post_id is null then source.link_info end) end,
      case when not is_emptied then source.excerpt end,
      case when not is_emptied then source.link_url end, case when not is_emptied then source.link_hostname end,
      greatest(source.upvotes, coalesce(ups, 0), 0), greatest(source.downvotes, coalesce(downs, 0), 0),
      greatest(source.upvotes - coalesce(ups, 0), 0), greatest(source.downvotes - coalesce(downs, 0), 0),
      post_age_band(source.created_at, now()), source.created_at, source.edited_at, source.created_at,
      activity_stamp(source.created_at),
      not is_gone and (coalesce(source.is_pinned, false)
        or exists (select from import_staging.source_pinned_posts pin
          where pin.post_id = source.id and not coalesce(pin.is_site_wide, pin.community_id is null))),
      not is_gone and (coalesce(source.is_pinned_site, false)
        or exists (select from import_staging.source_pinned_posts pin
          where pin.post_id = source.id and coalesce(pin.is_site_wide, pin.community_id is null))),
      ${lockColumnsSql},
      case when is_gone then coalesce(source.deleted_at, source.created_at) end, case when is_gone then deleter.id end,
      case when is_gone then ${roleSql('source.deleted_as', 'source.deleted_by', 'source.deleted_by is null or source.deleted_by = source.user_id')} end,
      case when is_emptied then coalesce(source.deleted_content_at, source.deleted_at, source.created_at) end,
      case when is_emptied then content_deleter.id end,
      case when is_emptied then ${roleSql('source.deleted_content_as', 'source.deleted_content_by', 'source.deleted_content_by is null or source.deleted_content_by = source.user_id')} end
    from batch_posts batch
    join import_staging.source_posts source using (row_id)
    cross join lateral (select source.deleted_at is not null or coalesce(source.deleted, false) as is_gone,
      source.deleted_content_at is not null or coalesce(source.deleted_content, false) as is_emptied,
      source.locked_at is not null or coalesce(source.locked, false) as is_locked) state
    left join batch_images on batch_images.post_id = source.id
    left join import_staging.tallies on tallies.post_id = source.id
    left join import_staging.user_ids locker on locker.source_id = source.locked_by
    left join import_staging.user_ids deleter on deleter.source_id = source.deleted_by
    left join import_staging.user_ids content_deleter on content_deleter.source_id = source.deleted_content_by
    order by batch.id;

    insert into imported_posts (source_id, post_id, is_decoded) select source_id, id, true from batch_posts;

    insert into announcements (post_id, announced_by, created_at, finished_at)
    select fresh.id, announcer.id, coalesce(source.created_at, now()), now()
    from import_staging.source_announcement_posts source
    join import_staging.new_posts fresh on fresh.source_id = source.post_id
    join import_staging.user_ids announcer on announcer.source_id = source.announced_by
    on conflict do nothing`)
  await finishLater(client, 'posts')
  return { created: rowCount ?? 0, readdressed: (taken.rowCount ?? 0) + (repeated.rowCount ?? 0) }
}

/**
 * Creates the comments of the source, in the caller's transaction, and the table `new_comments`. Those without their post or parent are
 * left out, with the replies to them.
 */
export async function convertComments(
  client: pg.Client,
): Promise<{ created: number; orphans: number; raised: number }> {
  await client.query(`
    drop table if exists import_staging.orphans, import_staging.new_comments, import_staging.comment_tallies;
    create unlogged table import_staging.orphans (row_id bigint not null);
    create temp table batch_comments on commit drop as
    select nextval(pg_get_serial_sequence('comments', 'id')) as id, sorted.*
    from (
      select source.row_id, source.id as source_id, source.parent_id as parent_source_id, posts.id as post_id,
        source_posts.community_id as source_community_id, source.created_at,
        coalesce(author.id, (select id from users where username_key = 'ghost')) as author_id
      from import_staging.source_comments source
      join imported_posts known_post on known_post.source_id = source.post_id
      join posts on posts.id = known_post.post_id
      left join import_staging.source_posts on source_posts.id = source.post_id
      left join import_staging.user_ids author on author.source_id = source.user_id
      where not exists (select from imported_comments known where known.source_id = source.id)
      order by source.created_at, source.id) sorted;
    create index on batch_comments (parent_source_id);
    analyze batch_comments`)
  const lost = await client.query<{ lost: string }>(`
    select count(*) as lost from import_staging.source_comments source
    where not exists (select from imported_posts known where known.source_id = source.post_id)`)
  await assignAncestors(client)
  await client.query(`
    create unlogged table import_staging.new_comments as select source_id, id from batch_placed;
    create unique index on import_staging.new_comments (source_id);
    create unlogged table import_staging.comment_tallies as
      select comment_id, count(*) filter (where up) as ups, count(*) filter (where not up) as downs
      from import_staging.source_comment_votes votes
      join import_staging.user_ids voter on voter.source_id = votes.user_id and not is_erased group by comment_id;
    create unique index on import_staging.comment_tallies (comment_id);
    analyze import_staging.new_comments, import_staging.comment_tallies;
    ${countReplies}

    insert into comments (id, post_id, parent_id, ancestors, author_id, author_group, body, upvotes, downvotes, imported_upvotes,
      imported_downvotes, reply_count, direct_reply_count, created_at, edited_at, locked_at, locked_by, locked_as,
      deleted_at, deleted_by, deleted_as)
    overriding system value
    select placed.id, placed.post_id, placed.ancestors[cardinality(placed.ancestors)], placed.ancestors, batch.author_id,
      ${authorGroupSql},
      -- What its author deleted is gone; moderators still read what they removed.
      case when is_gone and deleted_role = 'normal' then '' else coalesce(source.body, '') end,
      greatest(source.upvotes, coalesce(ups, 0), 0), greatest(source.downvotes, coalesce(downs, 0), 0),
      greatest(source.upvotes - coalesce(ups, 0), 0), greatest(source.downvotes - coalesce(downs, 0), 0),
      coalesce(replies, 0), coalesce(direct, 0), source.created_at, source.edited_at,
      ${lockColumnsSql},
      case when is_gone then coalesce(source.deleted_at, source.created_at) end, case when is_gone then deleter.id end,
      case when is_gone then deleted_role end
    from batch_placed placed
    join batch_comments batch using (id)
    join import_staging.source_comments source on source.row_id = placed.row_id
    cross join lateral (select source.deleted_at is not null or coalesce(source.deleted, false) as is_gone,
      source.locked_at is not null or coalesce(source.locked, false) as is_locked,
      ${roleSql('source.deleted_as', 'source.deleted_by', 'source.deleted_by is null or source.deleted_by = source.user_id')} as deleted_role) state
    left join batch_replies on batch_replies.id = placed.id
    left join import_staging.comment_tallies on comment_tallies.comment_id = source.id
    left join import_staging.user_ids locker on locker.source_id = source.locked_by
    left join import_staging.user_ids deleter on deleter.source_id = source.deleted_by
    order by placed.id;

    ${recordComments}`)
  await finishLater(client, 'comments')
  const { rows } = await client.query<{ created: string; orphans: string; raised: string }>(`
    select count(*) as created, count(*) filter (where is_raised) as raised,
      (select count(*) from import_staging.orphans) as orphans
    from batch_placed`)
  return {
    created: Number(rows[0]?.created),
    orphans: Number(rows[0]?.orphans) + Number(lost.rows[0]?.lost),
    raised: Number(rows[0]?.raised),
  }
}
