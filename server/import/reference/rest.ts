import type pg from 'pg'
import { counters, driftQuery } from '../../core/counters/counters.ts'

/** The table of votes of one kind. A vote that an earlier run wrote, or that was taken back here, stays. */
const votesSql = (kind: 'post' | 'comment') => `
  insert into ${kind}_votes (post_id, ${kind === 'comment' ? 'comment_id, ' : ''}user_id, up, moves_points, created_at)
  select ${kind === 'comment' ? 'comments.post_id, comments.id' : 'posts.id'}, voter.id, source.up,
    not coalesce(source.is_user_new, false), coalesce(source.created_at, ${kind}s.created_at)
  from import_staging.source_${kind}_votes source
  join imported_${kind}s known on known.source_id = source.${kind}_id
  join ${kind}s on ${kind}s.id = known.${kind}_id
  join import_staging.user_ids voter on voter.source_id = source.user_id and not is_erased
  on conflict do nothing`

/** @returns how many votes were written. */
export async function convertVotes(client: pg.Client): Promise<number> {
  const posts = await client.query(votesSql('post'))
  const comments = await client.query(votesSql('comment'))
  return (posts.rowCount ?? 0) + (comments.rowCount ?? 0)
}

/** Accounts of this run that are in use: what hangs on others was imported by an earlier run, or is of no use any more. */
const freshUser = (column: string) =>
  `join import_staging.new_users owner on owner.source_id = ${column}
   join users on users.id = owner.id and users.deleted_at is null`

/**
 * Lists with what is saved in them, mutes, hidden posts and visits of the new members, and open reports about new posts and comments,
 * in the caller's transaction.
 */
export async function convertBelongings(client: pg.Client): Promise<{ lists: number; reports: number }> {
  const lists = await client.query(`
    insert into lists (user_id, name, display_name, description, is_public, item_sort, created_at, last_updated_at)
    select owner.id, source.name, coalesce(nullif(left(source.display_name, 50), ''), source.name), left(source.description, 10000),
      coalesce(source.public, false),
      case source.sort when 'addedasc' then 'addedAsc' when 'createddsc' then 'createdDsc' when 'createdasc' then 'createdAsc'
        else 'addedDsc' end,
      coalesce(source.created_at, now()), coalesce(source.last_updated_at, source.created_at, now())
    from import_staging.source_lists source ${freshUser('source.user_id')}
    where source.name ~ '^[0-9A-Za-z_]{3,21}$'
    on conflict (user_id, name_key) do update set display_name = excluded.display_name, description = excluded.description,
      is_public = excluded.is_public, item_sort = excluded.item_sort, created_at = excluded.created_at,
      last_updated_at = excluded.last_updated_at`)
  await client.query(`
    insert into list_items (list_id, post_id, comment_id, target_created_at, created_at)
    select lists.id, coalesce(comments.post_id, posts.id), comments.id, coalesce(comments.created_at, posts.created_at),
      coalesce(source.created_at, now())
    from import_staging.source_list_items source
    join import_staging.source_lists on source_lists.id = source.list_id
    ${freshUser('source_lists.user_id')}
    join lists on lists.user_id = owner.id and lists.name_key = lower(source_lists.name)
    left join imported_posts known_post on known_post.source_id = source.target_id
    left join posts on posts.id = known_post.post_id
    left join imported_comments known_comment on known_comment.source_id = source.target_id
    left join comments on comments.id = known_comment.comment_id
    where coalesce(posts.id, comments.id) is not null
    order by source.created_at, source.row_id
    on conflict do nothing;

    insert into user_mutes (user_id, muted_user_id, created_at)
    select owner.id, muted.id, coalesce(source.created_at, now())
    from import_staging.source_muted_users source ${freshUser('source.user_id')}
    join import_staging.user_ids muted on muted.source_id = source.muted_user_id and not is_erased and muted.id <> owner.id
    on conflict do nothing;

    insert into community_mutes (user_id, muted_community_id, created_at)
    select owner.id, communities.id, coalesce(source.created_at, now())
    from import_staging.source_muted_communities source ${freshUser('source.user_id')}
    join import_staging.communities on communities.source_name = source.community_id
    on conflict do nothing;

    insert into hidden_posts (user_id, post_id, hidden_at)
    select owner.id, known.post_id, coalesce(source.created_at, now())
    from import_staging.source_hidden_posts source ${freshUser('source.user_id')}
    join imported_posts known on known.source_id = source.post_id
    join posts on posts.id = known.post_id
    on conflict do nothing;

    insert into post_visits (user_id, post_id, visited_at)
    select owner.id, known.post_id, max(source.last_visited_at)
    from import_staging.source_post_visits source ${freshUser('source.user_id')}
    join imported_posts known on known.source_id = source.post_id
    join posts on posts.id = known.post_id
    where source.last_visited_at is not null group by owner.id, known.post_id
    on conflict do nothing;

    insert into report_reasons (title, description, position)
    select source.title, source.description, (select coalesce(max(position), 0) from report_reasons) + row_number() over (order by source.row_id)
    from import_staging.source_report_reasons source
    where not exists (select from report_reasons ours where lower(ours.title) = lower(source.title))
      and exists (select from import_staging.source_reports open where open.reason_id = source.id and open.dealt_at is null)`)
  const reports = await client.query(`
    insert into reports (community_id, post_id, comment_id, reason_id, reporter_id, created_at, author_id)
    select posts.community_id, posts.id, comments.id, ours.id, reporter.id, coalesce(source.created_at, now()),
      coalesce(comments.author_id, posts.author_id)
    from import_staging.source_reports source
    join import_staging.source_report_reasons reason on reason.id = source.reason_id
    join lateral (select id from report_reasons where lower(title) = lower(reason.title) order by id limit 1) ours on true
    join import_staging.user_ids reporter on reporter.source_id = source.created_by and not is_erased
    left join import_staging.new_comments on new_comments.source_id = source.target_id
    left join comments on comments.id = new_comments.id
    left join import_staging.new_posts on new_posts.source_id = source.target_id
    join posts on posts.id = coalesce(new_posts.id, comments.post_id)
    where source.dealt_at is null and coalesce(comments.deleted_at, posts.deleted_at) is null
      and reporter.id <> coalesce(comments.author_id, posts.author_id)
    on conflict do nothing`)
  return { lists: lists.rowCount ?? 0, reports: reports.rowCount ?? 0 }
}

/**
 * Gives the new members the points that they had, and makes every counter right, in the caller's transaction. Differences are added,
 * so that what members do meanwhile counts as well.
 */
export async function settleCounters(client: pg.Client): Promise<void> {
  const points = counters.find(({ table, column }) => table === 'users' && column === 'points')
  if (!points) throw new Error('there is no counter of points')
  await client.query(`
    update users set imported_points = coalesce(source.points, 1) - 1 - coalesce(facts.value, 0)
    from import_staging.new_users fresh
    join import_staging.source_users source on source.id = fresh.source_id
    left join (${points.facts}) facts on facts.id = fresh.id
    where users.id = fresh.id`)
  for (const counter of counters) {
    const { table, key, column } = counter
    await client.query(`
      update ${table} set ${column} = ${table}.${column} + (drift.counted - drift.stored)
      from (${driftQuery(counter)}) drift where drift.id = ${table}.${key}`)
  }
}
