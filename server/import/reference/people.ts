import type pg from 'pg'
import { resolveNames } from '../names.ts'

/** A member or community whose name was taken here. */
export interface Renamed {
  readonly kind: 'member' | 'community'
  readonly before: string
  readonly after: string
}

/**
 * Creates the members of the source, in the caller's transaction, and the tables with their ids: `user_ids` of all, and `new_users` of
 * those that this run created. The built-in accounts are ours, and those who were erased here stay erased.
 *
 * @returns how many were created.
 */
export async function convertUsers(client: pg.Client): Promise<number> {
  await client.query(`
    insert into imported_users (source_name, user_id)
    select source.id, users.id from import_staging.source_users source
    join users on is_built_in and username_key = lower(source.username)
    on conflict do nothing;
    drop table if exists import_staging.authors, import_staging.spelled_authors, import_staging.user_ids, import_staging.new_users;
    create unlogged table import_staging.known_users as
      select source.id from import_staging.source_users source
      join imported_users known on known.source_name = source.id;
    create unlogged table import_staging.authors as
      select source.username as name, source.id as source_name, source.created_at as first_at,
        greatest(source.created_at, source.last_seen) as last_at, null::bigint as id
      from import_staging.source_users source
      where not exists (select from imported_users known join users on users.id = known.user_id
        where known.source_name = source.id and is_built_in);
    create index on import_staging.authors (source_name);
    create unlogged table import_staging.spelled_authors as
      select source_name, name from import_staging.authors;
    create index on import_staging.spelled_authors (source_name);
    analyze import_staging.authors, import_staging.spelled_authors`)
  const created = await resolveNames(client, 'authors')
  await client.query(`
    create unlogged table import_staging.new_users as
      select known.source_name as source_id, known.user_id as id
      from import_staging.source_users source join imported_users known on known.source_name = source.id
      where not exists (select from import_staging.known_users earlier where earlier.id = source.id);
    create unlogged table import_staging.user_ids as
      select source_name as source_id, id,
        not exists (select from imported_users known where known.source_name = authors.source_name) as is_erased
      from import_staging.authors
      union all
      select known.source_name, known.user_id, false from imported_users known
      join users on users.id = known.user_id where is_built_in
        and known.source_name in (select id from import_staging.source_users);
    create unique index on import_staging.new_users (source_id);
    create unique index on import_staging.user_ids (source_id);
    drop table import_staging.known_users;
    analyze import_staging.new_users, import_staging.user_ids;

    update users set email = case when source.deleted_at is null then nullif(trim(source.email), '') end,
      password_hash = case when source.deleted_at is null and source.password ~ '^\\$2[abxy]\\$\\d\\d\\$[./0-9A-Za-z]{53}$'
        then source.password end,
      about_me = case when source.deleted_at is null then left(source.about_me, 10000) end,
      is_admin = coalesce(source.is_admin, false) and source.deleted_at is null,
      home_feed = case when source.home_feed = 'subscriptions' then 'subscriptions' else 'all' end,
      remember_feed_sort = coalesce(source.remember_feed_sort, false),
      embeds_off = coalesce(source.embeds_off, false),
      hide_user_profile_pictures = coalesce(source.hide_user_profile_pictures, false),
      require_alt_text = coalesce(source.require_alt_text, false),
      upvote_notifications_off = coalesce(source.upvote_notifications_off, false),
      reply_notifications_off = coalesce(source.reply_notifications_off, false),
      created_ip = source.created_ip, last_seen_ip = source.last_seen_ip,
      banned_at = source.banned_at, deleted_at = source.deleted_at,
      -- They know the place.
      is_welcomed = true
    from import_staging.new_users fresh join import_staging.source_users source on source.id = fresh.source_id
    where users.id = fresh.id`)
  return created
}

/**
 * Creates the communities of the source with their rules, moderators, members and bans, in the caller's transaction, and the tables
 * `communities`, with the ids of all, and `new_communities`.
 *
 * @returns how many were created.
 */
export async function convertCommunities(client: pg.Client): Promise<number> {
  await client.query(`
    drop table if exists import_staging.communities, import_staging.spelled_communities, import_staging.new_communities;
    create unlogged table import_staging.known_communities as
      select source.id from import_staging.source_communities source
      join imported_communities known on known.source_name = source.id;
    create unlogged table import_staging.communities as
      select name, id as source_name, created_at as first_at, created_at as last_at, null::bigint as id
      from import_staging.source_communities;
    create index on import_staging.communities (source_name);
    create unlogged table import_staging.spelled_communities as
      select source_name, name from import_staging.communities`)
  const created = await resolveNames(client, 'communities')
  await client.query(`
    create unlogged table import_staging.new_communities as
      select source_name as source_id, id from import_staging.communities
      where not exists (select from import_staging.known_communities earlier where earlier.id = source_name);
    create unique index on import_staging.new_communities (source_id);
    drop table import_staging.known_communities;
    analyze import_staging.new_communities;

    update communities set creator_id = coalesce(creator.id, communities.creator_id),
      nsfw = coalesce(source.nsfw, false), about = left(source.about, 2000),
      posting_restricted = coalesce(source.posting_restricted, false), deleted_at = source.deleted_at,
      is_default = exists (select from import_staging.source_default_communities usual
        where usual.community_id = source.id or lower(usual.name_lc) = lower(source.name))
    from import_staging.new_communities fresh
    join import_staging.source_communities source on source.id = fresh.source_id
    left join import_staging.user_ids creator on creator.source_id = source.user_id
    where communities.id = fresh.id;

    insert into community_rules (community_id, rule, description, z_index, created_by, created_at)
    select fresh.id, left(source.rule, 512), nullif(left(source.description, 512), ''), coalesce(source.z_index, 0),
      coalesce(author.id, (select id from users where username_key = 'nobody')), coalesce(source.created_at, now())
    from import_staging.source_community_rules source
    join import_staging.new_communities fresh on fresh.source_id = source.community_id
    left join import_staging.user_ids author on author.source_id = source.created_by
    where source.rule <> '' order by fresh.id, source.z_index, length(source.id), source.id;

    insert into moderators (community_id, user_id, position, added_at)
    select fresh.id, moderator.id,
      row_number() over (partition by fresh.id order by source.position, source.created_at, source.row_id) - 1,
      coalesce(source.created_at, now())
    from import_staging.source_community_mods source
    join import_staging.new_communities fresh on fresh.source_id = source.community_id
    join import_staging.user_ids moderator on moderator.source_id = source.user_id and not is_erased
    join users on users.id = moderator.id and users.deleted_at is null;

    insert into memberships (user_id, community_id, joined_at)
    select member.id, communities.id, coalesce(min(source.created_at), now())
    from (
      select community_id, user_id, created_at from import_staging.source_community_members
      -- Moderators are members here.
      union all select community_id, user_id, created_at from import_staging.source_community_mods) source
    join import_staging.communities on communities.source_name = source.community_id
    join import_staging.user_ids member on member.source_id = source.user_id and not is_erased
    join users on users.id = member.id and users.deleted_at is null and not users.is_built_in
    -- Those who left since an earlier run stay away.
    where exists (select from import_staging.new_users fresh where fresh.source_id = source.user_id)
      or exists (select from import_staging.new_communities fresh where fresh.source_id = source.community_id)
    group by member.id, communities.id
    on conflict do nothing;

    insert into community_bans (community_id, user_id, banned_by, created_at, expires_at, changed_at)
    select communities.id, member.id, moderator.id, coalesce(source.created_at, now()), source.expires,
      coalesce(source.created_at, now())
    from import_staging.source_community_banned source
    join import_staging.communities on communities.source_name = source.community_id
    join import_staging.user_ids member on member.source_id = source.user_id and not member.is_erased
    join users on users.id = member.id and not users.is_built_in
    left join import_staging.user_ids moderator on moderator.source_id = source.banned_by
    where (source.expires is null or source.expires > now())
      and (exists (select from import_staging.new_users fresh where fresh.source_id = source.user_id)
        or exists (select from import_staging.new_communities fresh where fresh.source_id = source.community_id))
    on conflict do nothing;

    update rendering_progress
    set after_id = least(after_id, (select min(id) - 1 from import_staging.new_communities)), is_finished = false
    where subject = 'communities' and exists (select from import_staging.new_communities)`)
  return created
}

/** The members and communities that got another name, because theirs was taken here. */
export async function findRenamed(client: pg.Client): Promise<Renamed[]> {
  const { rows } = await client.query<Renamed>(`
    select 'member' as kind, source.username as before, users.username as after
    from import_staging.new_users fresh join users using (id)
    join import_staging.source_users source on source.id = fresh.source_id where source.username <> users.username
    union all
    select 'community', source.name, communities.name
    from import_staging.new_communities fresh join communities using (id)
    join import_staging.source_communities source on source.id = fresh.source_id where source.name <> communities.name
    order by kind, before`)
  return rows
}

/** The members of this run who are admins, by name. */
export async function findAdmins(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ username: string }>(
    'select username from import_staging.new_users join users using (id) where is_admin order by username_key',
  )
  return rows.map(({ username }) => username)
}
