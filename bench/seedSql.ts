import { rendererVersion } from '../server/platform/markdown/render.ts'
import { type ForumSize, populationOf } from './size.ts'

export const textCount = 600

/** The community of photographs; its name is the sixth below. */
export const photographyId = 6
/** The first id after the built-in accounts. */
const firstMember = 3
/** A prime that does not divide the number of members, so the voters of one post are all different. */
const stride = 7919
/** The skew of comments and votes: the share of the post of each rank. */
const attention = '(rank + 20)::float8 ^ -0.9'
/** Whether the community is about photographs, where every post has pictures: one of twenty. */
const showsPictures = (communityId: string) => `${communityId} % 20 = ${photographyId}`
/** The share of votes on posts; the others are on comments. */
const votesOnPosts = 0.4

/** Deterministic SQL relative to the time `at`: a pseudo-random number from 0 to 1 for each row and purpose. */
export const toolsSql = `
  create schema seed;
  create function seed.share(row_number bigint, purpose integer) returns float8
    language sql immutable parallel safe
    return (hashint8extended(row_number, purpose) & 9007199254740991)::float8 / 9007199254740992;
  create unlogged table seed.texts (n bigint primary key, title text, body text, html text, excerpt text)`

export const textsSql = `
  insert into seed.texts
  select * from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[])`

/**
 * The steps that fill an empty forum, in order, each one statement over whole tables. Foreign keys and indexes are off
 * meanwhile, so counters are written with their rows, from counts made beforehand.
 *
 * @param at the time of the seed, in a format that PostgreSQL parses.
 */
export function seedSteps(size: ForumSize, at: string): { what: string; sql: string }[] {
  const { members, communities } = populationOf(size)
  const moment = `timestamptz '${at}'`
  const postVotes = Math.round(size.votes * votesOnPosts)
  const votesPerComment = (size.votes - postVotes) / size.comments
  /** The id of a member for any integer. */
  const memberId = (number: string) => `${firstMember} + (${number}) % ${members}`
  /** A time after `since` for a number from 0 to 1: 0.5 is soon after, because most activity on a post is early. */
  const after = (since: string, share: string) => `${since} + (${moment} - ${since}) * (${share}) ^ 3`

  return [
    {
      what: 'communities',
      sql: `
        insert into communities (id, name, creator_id, about, about_html, about_renderer, is_default, created_at)
          overriding system value
        select c,
          (array['gardening', 'cycling', 'coffee', 'bread', 'databases', 'photography', 'books', 'music', 'politics',
            'railways', 'mountains', 'weather', 'astronomy', 'energy', 'woodwork', 'films', 'history', 'languages',
            'cooking', 'chess'])[1 + (c - 1) % 20] || case when c <= 20 then '' else '_' || c end,
          ${memberId(`c * ${stride}`)}, left(body, 400), html, ${rendererVersion}, c <= 6,
          ${moment} - interval '1100 days' - interval '300 days' * seed.share(c, 1)
        from generate_series(1, ${communities}) as c join seed.texts on texts.n = c % ${textCount}`,
    },
    {
      what: 'moderators and rules',
      sql: `
        with moderated as (
          insert into moderators (community_id, user_id, position)
          select c, ${memberId(`c * ${stride} + place * 31`)}, place
          from generate_series(1, ${communities}) as c, generate_series(0, 1) as place)
        insert into community_rules (community_id, rule, description, z_index, created_by)
        select c, title, left(body, 200), place, ${memberId(`c * ${stride}`)}
        from generate_series(1, ${communities}) as c, generate_series(0, 2) as place
        join seed.texts on texts.n = place`,
    },
    {
      what: 'subscriptions: one to a hundred a member, most of them to the large communities',
      sql: `
        insert into memberships (user_id, community_id, joined_at)
        select user_id, community_id, ${moment}
        from (
          select user_id, community_id, wanted, row_number() over (partition by user_id order by first_draw) as place
          from (
            select m + ${firstMember} as user_id, community_id, wanted, min(draw) as first_draw
            from generate_series(0, ${members - 1}::bigint) as m
            cross join lateral (
              select least(${communities} / 2, case when m % 50 = 0 then 100
                else 1 + floor(99 * seed.share(m, 2) ^ 4)::integer end) as wanted) as wish
            cross join lateral generate_series(1, wanted * 4) as draw
            cross join lateral (
              select 1 + floor(${communities} * seed.share(m * 1000 + draw, 3) ^ 2)::bigint as community_id) as drawn
            group by m, community_id, wanted) as different) as numbered
        where place <= wanted`,
    },
    {
      what: 'the plan of the posts: place, author, age, how much attention',
      sql: `
        create unlogged table seed.posts as
        with ranked as (
          select id, row_number() over (order by hashint8extended(id, 4)) as rank
          from generate_series(1, ${size.posts}::bigint) as id),
        weighed as (select *, ${attention} / sum(${attention}) over () as part from ranked)
        select id, 1 + floor(${communities} * seed.share(id, 5) ^ 3)::bigint as community_id,
          floor(${members} * seed.share(id, 6) ^ 3)::bigint as author,
          ${moment} - interval '1095 days' * ((${size.posts} - id + seed.share(id, 7)) / ${size.posts}) ^ 3 as created_at,
          round(${size.comments} * part)::integer as comments,
          least(greatest(round(${postVotes} * part), 1), ${members})::integer as votes
        from weighed order by id`,
    },
    {
      what: 'votes on posts',
      sql: `
        insert into post_votes (post_id, user_id, up, moves_points, created_at)
        select id, ${memberId(`author + press * ${stride}`)},
          press = 0 or seed.share(id * 1000000 + press, 8) < 0.85, press > 0,
          ${after('created_at', 'press::float8 / votes')}
        from seed.posts, generate_series(0, votes - 1) as press`,
    },
    {
      what: 'visits of posts',
      sql: `
        insert into post_visits (user_id, post_id, visited_at)
        select user_id, post_id, ${after('created_at', 'seed.share(post_id * 1000000 + user_id, 9)')}
        from post_votes where seed.share(post_id * 1000000 + user_id, 10) < 0.4`,
    },
    {
      what: 'the plan of the threads: every comment with its way up',
      sql: `
        create unlogged table seed.comments as
        with threads as (
          select id as post_id, created_at, comments, sum(comments) over (order by id) - comments as base, 2 + id % 3 as fan
          from seed.posts)
        select base::bigint + k as id, post_id, ancestors,
          floor(${members} * seed.share(base::bigint + k, 11) ^ 2)::bigint as author,
          ${after('created_at', '(k - seed.share(base::bigint + k, 12)) / comments')} as created_at,
          1 + floor(${votesPerComment - 1} * 16 * seed.share(base::bigint + k, 13) ^ 15)::integer as votes
        from threads
        cross join lateral generate_series(1, comments) as k
        cross join lateral (
          select coalesce(array_agg(base::bigint + place order by step desc), '{}') as ancestors
          from (
            select step, k / (fan ^ step)::bigint as place,
              bool_or(seed.share(base::bigint + k / (fan ^ (step - 1))::bigint, 14) < 0.3)
                over (order by step) as is_above_the_top
            from generate_series(1, 15) as step) as way
          where place > 0 and not is_above_the_top) as above`,
    },
    {
      what: 'votes on comments',
      sql: `
        insert into comment_votes (post_id, comment_id, user_id, up, moves_points, created_at)
        select post_id, id, ${memberId(`author + press * ${stride}`)},
          press = 0 or seed.share(id * 1000 + press, 15) < 0.85, press > 0, created_at
        from seed.comments, generate_series(0, votes - 1) as press`,
    },
    {
      what: 'comments, in the order of time, as they lie on the disk of a real forum',
      sql: `
        with replies as (
          select ancestor, count(*) as all_of_them,
            count(*) filter (where ancestor = ancestors[cardinality(ancestors)]) as direct
          from seed.comments, unnest(ancestors) as ancestor group by ancestor),
        votes as (
          select comment_id, count(*) filter (where up) as up, count(*) filter (where not up) as down
          from comment_votes group by comment_id)
        insert into comments (id, post_id, parent_id, ancestors, author_id, body, body_html, body_renderer, upvotes,
          downvotes, reply_count, direct_reply_count, created_at, deleted_at, deleted_as, deleted_by)
          overriding system value
        select comment.id, post_id, ancestors[cardinality(ancestors)], ancestors, author_id,
          case when is_deleted then '' else body end, case when is_deleted then '' else html end, ${rendererVersion},
          votes.up, votes.down, coalesce(replies.all_of_them, 0), coalesce(replies.direct, 0), created_at,
          case when is_deleted then created_at end, case when is_deleted then 'normal' end,
          case when is_deleted then author_id end
        from seed.comments as comment
        cross join lateral (select ${memberId('author')} as author_id, seed.share(comment.id, 16) < 0.02 as is_deleted) as facts
        join votes on votes.comment_id = comment.id
        left join replies on replies.ancestor = comment.id
        join seed.texts on texts.n = hashint8extended(comment.id, 17) & 511
        order by created_at`,
    },
    {
      what: 'posts',
      sql: `
        with votes as (
          select post_id, count(*) filter (where up) as up, count(*) filter (where not up) as down
          from post_votes group by post_id),
        talk as (select post_id, max(created_at) as last_at from comments group by post_id)
        insert into posts (id, public_id, type, author_id, community_id, title, body, body_html, body_renderer, excerpt,
          upvotes, downvotes, age_band, comment_count, created_at, last_activity_at, activity,
          locked_at, locked_as, locked_by, deleted_at, deleted_as, deleted_by)
          overriding system value
        select post.id, lpad(to_hex(post.id * 2654435761 % 4294967296), 8, '0'),
          case when has_pictures then 'image' else 'text' end, author_id, community_id,
          left(title || ' ' || post.id, 255), case when not has_pictures then body end,
          case when not has_pictures then html end, ${rendererVersion},
          case when not has_pictures then excerpt end, votes.up, votes.down,
          post_age_band(created_at, ${moment}), comments, created_at, active_at,
          floor(extract(epoch from active_at) * 1000)::bigint * 2048 + post.id % 2048,
          case when is_locked then active_at end, case when is_locked then 'mods' end, case when is_locked then ${firstMember} end,
          case when is_deleted then active_at end, case when is_deleted then 'normal' end,
          case when is_deleted then author_id end
        from seed.posts as post
        join votes on votes.post_id = post.id
        left join talk on talk.post_id = post.id
        cross join lateral (
          select ${memberId('author')} as author_id, greatest(created_at, talk.last_at) as active_at,
            ${showsPictures('community_id')} as has_pictures,
            seed.share(post.id, 18) < 0.002 as is_locked, seed.share(post.id, 19) < 0.01 as is_deleted) as facts
        join seed.texts on texts.n = hashint8extended(post.id, 20) & 511
        order by post.id`,
    },
    {
      what: 'pictures: one to five a post of photographers',
      sql: `
        with shown as (
          select posts.id as post_id, author_id, place, created_at,
            row_number() over (order by posts.id, place) as image_id
          from posts, generate_series(0, floor(5 * seed.share(posts.id, 22) ^ 2)::integer) as place
          where type = 'image'),
        stored as (
          insert into images (id, uploader_id, use, secret, format, width, height, size, average_color, alt_text,
            created_at, stored_at, is_used)
            overriding system value
          select image_id, author_id, 'post', left(md5(image_id::text), 22), 'jpeg', 2400 + image_id % 800,
            1600 + image_id % 1200, 900000, 'rgb(120,130,' || image_id % 256 || ')', 'A view of hill ' || image_id,
            created_at, created_at, true
          from shown)
        insert into post_images (post_id, position, image_id) select post_id, place, image_id from shown`,
    },
    {
      what: 'members with what they wrote and earned',
      sql: `
        with wrote as (
          select author_id, count(*) filter (where deleted_at is null) as n, sum(upvotes - 1) as earned
          from posts group by author_id),
        said as (
          select author_id, count(*) filter (where deleted_at is null) as n, sum(upvotes - 1) as earned
          from comments group by author_id)
        insert into users (id, username, about_me, points, post_count, comment_count, is_admin, created_at, last_seen_at)
          overriding system value
        select id, 'member_' || m, case when m % 5 = 0 then left(body, 150) end,
          1 + coalesce(wrote.earned, 0) + coalesce(said.earned, 0), coalesce(wrote.n, 0), coalesce(said.n, 0), m = 0,
          ${moment} - interval '1400 days', ${moment} - interval '60 days' * seed.share(m, 21) ^ 3
        from generate_series(0, ${members - 1}::bigint) as m
        cross join lateral (select m + ${firstMember} as id) as account
        left join wrote on wrote.author_id = id
        left join said on said.author_id = id
        join seed.texts on texts.n = m & 511`,
    },
    {
      what: 'lists of members',
      sql: `
        insert into lists (user_id, name, display_name)
        select id, 'bookmarks', 'Bookmarks' from users where not is_built_in`,
    },
    {
      what: 'counters of communities',
      sql: `
        with joined as (select community_id, count(*) as n from memberships group by community_id),
        posted as (select community_id, count(*) as n from posts group by community_id)
        update communities set member_count = coalesce(joined.n, 0), post_count = coalesce(posted.n, 0)
        from communities as each
        left join joined on joined.community_id = each.id
        left join posted on posted.community_id = each.id
        where communities.id = each.id`,
    },
    {
      what: 'the site',
      sql: `update site_settings set user_count = (select count(*) from users), signup_count = ${members}`,
    },
    {
      what: 'words of posts, for the search',
      sql: `
        insert into post_search (post_id, community_id, author_id, type, created_at, words)
        select id, community_id, author_id, type, created_at,
          post_words(title, body, body_html, link_url, author_id, community_id, type, created_at)
        from posts where deleted_at is null`,
    },
    {
      what: 'words of comments',
      sql: `
        insert into comment_search (comment_id, post_id, community_id, author_id, created_at, words)
        select comments.id, post_id, community_id, comments.author_id, comments.created_at,
          comment_words(comments.body, comments.body_html, comments.author_id, community_id, type, comments.created_at)
        from comments join posts on posts.id = post_id where comments.deleted_at is null`,
    },
    { what: 'the state of the search', sql: 'update search_progress set is_finished = true' },
    {
      what: 'reports: three of every fiftieth post, one of every five hundredth comment',
      sql: `
        insert into reports (community_id, post_id, reason_id, reporter_id)
        select community_id, posts.id, 1 + nth % 4, ${firstMember} + nth - 1 from posts, generate_series(1, 3) as nth
        where deleted_at is null and seed.share(posts.id, 41) < 0.02;
        insert into reports (community_id, post_id, comment_id, reason_id, reporter_id)
        select community_id, post_id, comments.id, 3, ${firstMember}
        from comments join posts on posts.id = post_id
        where comments.deleted_at is null and seed.share(comments.id, 42) < 0.002`,
    },
    {
      what: 'the moderation log: one act a post',
      sql: `
        insert into moderation_log (action, actor_id, acted_as, community_id, post_id, is_public, created_at)
        select (array['remove_comment', 'lock_comment', 'remove_post', 'lock_post'])
            [1 + floor(4 * seed.share(posts.id, 31))::integer],
          moderators.user_id, 'mods', posts.community_id, posts.id, true, posts.created_at + interval '1 hour'
        from posts join moderators on moderators.community_id = posts.community_id
          and moderators.position = posts.id % 2
        order by posts.id`,
    },
    {
      what: 'the state of the renderer',
      sql: `update rendering_progress set renderer = ${rendererVersion}, is_finished = true`,
    },
    ...['users', 'communities', 'posts', 'comments', 'images'].map((table) => ({
      what: `the next number of ${table}`,
      sql: `select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`,
    })),
  ]
}
