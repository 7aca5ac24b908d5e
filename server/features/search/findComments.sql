-- A page of the comments that match a search. As findPosts.sql, without posts with the most points, and comments have no title.
-- One statement for both kinds would read two tables each time, or be chosen by a literal in nearly every line.
--
-- Uses comment_search_words, comment_search_new, comments_pkey, posts_pkey. Takes no locks. One round trip.
--
-- Literal :by: 'words' | 'filters' | 'time'
-- Literal :last: 'closed' | 'itself' | 'completed'
-- Literal :completions: number
-- Literal :in_community: true | false
-- Literal :sort: 'relevance' | 'new' | 'top'
-- Literal :ranked_max: number
-- Literal :limit: number
-- Literal :offset: number
-- Literal :format: 'source' | 'html' | 'excerpt'
with query_word as (
  select search_query(:words) as others, search_query(:last_word?::text) as last, fold_word(:last_word) as last_word,
    exists (select from search_words where word = fold_word(:last_word)) as is_in_titles
), completion as (
  select string_agg(distinct query::text, ' | ')::tsquery as query
  from (
    select plainto_tsquery('forum_words', word) as query from query_word join search_words
      on word > last_word and word < last_word || chr(1114111) order by uses desc, word limit :completions) as used_word
  where numnode(query) > 0
), searched_community as (
  select id from communities where :in_community and id = community_named(:community?::text) and deleted_at is null
), filter_word as (
  select case when :author?::text is not null then coalesce(
      (select '§a' || id from users where username_key = :author and deleted_at is null), '§nobody') end as author,
    case when :in_community then coalesce((select '§c' || id from searched_community), '§nowhere') end as community,
    '§t' || :type?::text as type, (
      select string_agg('!' || quote_literal(word), ' & ')
      from (
        select '§a' || id as word from users where username_key = any(:excluded_authors::text[])
        union all
        select '§c' || community_named(name) from unnest(:excluded_communities::text[]) as name
        union all
        select '§t' || excluded_type from unnest(:excluded_types::text[]) as excluded_type
        union all
        select '§nobody' where cardinality(:excluded_authors) + cardinality(:excluded_communities) > 0) as excluded_word) as excluded
), text_query as (
  select case
    when numnode(others) = 0 and coalesce(numnode(last), 0) = 0
      then case when :by = 'words' and :last <> 'completed' then ignored_words_query(concat_ws(' ', :words, :last_word)) end
    when :last = 'closed' then others
    when :last = 'completed' then case when numnode(last) > 0 and is_in_titles then others && completion.query && !!last end
    when numnode(last) = 0 then others
    when is_in_titles then others && last
    else others && coalesce(last || completion.query, last) end as words
  from query_word cross join completion
), search_terms as materialized (
  select words, replace(loose_query(words)::text, ' & ', ' | ')::tsquery as any_word, hit_words(words) as hits,
    coalesce(loose_query(words) = words, true) as is_exact,
    case when :by <> 'words' or numnode(words) > 0 then nullif(concat_ws(' & ',
      case when :by = 'words' then '(' || loose_query(words)::text || ')' end,
      quote_literal(author), quote_literal(community), quote_literal(type), excluded), '')::tsquery end as index_query
  from text_query cross join filter_word
), muted_member as (
  select muted_user_id as id from user_mutes where user_id = :viewer_id?::bigint
), excluded_community as (
  select muted_community_id as id from community_mutes where user_id = :viewer_id
  union all
  select unnest(:unreadable_ids::bigint[])
), span as materialized (
  select greatest((select min(created_at) from comment_search), :after?::text::timestamp at time zone 'utc') as begins_at,
    bound.created_at as ends_at, bound.id as last_id
  from (values ((select max(created_at) from comment_search), 9223372036854775807),
    (:before?::text::timestamp at time zone 'utc', 0),
    (moment_of(:cursor_key?::bigint), :cursor_id?::bigint)) as bound (created_at, id)
  where bound.created_at is not null order by bound.created_at, bound.id limit 1
), day_range as materialized (
  select day_of(ends_at) as last, greatest(day_of(begins_at), day_of((
    select created_at from comment_search where created_at <= (select ends_at from span)
    order by created_at desc offset 16000 limit 1))) as first, day_of(begins_at) as begin
  from span
), slice as materialized (
  select day_word(day) as word, day as first_day
  from day_range cross join generate_series(last, first, -1) as day where last - first < 28
  union all
  select week_word(week), week * 7
  from day_range cross join generate_series(last / 7, greatest(first / 7, last / 7 - 103), -1) as week
  where last - first >= 28
), is_busy as materialized (
  select count(*) filter (where words @@ (select index_query from search_terms)) >= 24 as by_time
  from (
    select words from comment_search where (select last - first <= 1 from day_range)
      and (created_at, comment_id) <= ((select ends_at from span), (select last_id from span))
    order by created_at desc, comment_id desc limit 200) as probe
), latest_match as materialized (
  select text.* from (
    select comment_id as id, created_at, words, author_id, community_id from comment_search
    where (select by_time from is_busy) and created_at >= (select begins_at from span)
      and (created_at, comment_id) <= ((select ends_at from span), (select last_id from span))
    order by created_at desc, comment_id desc limit 3000) as text
  where text.words @@ (select index_query from search_terms) limit :ranked_max
), latest_count as materialized (
  select count(*) = :ranked_max as is_enough from latest_match
), recent_match as materialized (
  select text.id, text.created_at, text.words,
    ((select is_exact from search_terms) or text.words @@ (select words from search_terms))
      and text.author_id not in (select id from muted_member)
      and text.community_id not in (select id from excluded_community)
      and (:sort <> 'new' or exists (
      select from comments join posts on posts.id = comments.post_id
      where comments.id = text.id and comments.deleted_at is null and posts.deleted_at is null)) as is_shown
  from (
    select * from latest_match where (select is_enough from latest_count)
    union all (
      select found.*
      from (select word from slice where (select not is_enough from latest_count)) as read_slice
      cross join lateral (
        select text.id, text.created_at, text.words, text.author_id, text.community_id
        from (
          select sliced.tid from (
            select ctid as tid, comment_id as id, created_at from comment_search
            where words @@ (select index_query from search_terms) and words @@ quote_literal(read_slice.word)::tsquery
            offset 0) as sliced
          where sliced.created_at >= (select begins_at from span)
            and (sliced.created_at, sliced.id) <= ((select ends_at from span), (select last_id from span))
          order by sliced.created_at desc, sliced.id desc limit :ranked_max) as newest
        cross join lateral (
          select comment_id as id, * from comment_search where comment_search.ctid = newest.tid offset 0) as text) as found
      limit :ranked_max)) as text
), sample as materialized (
  select found, is_frequent, shown >= case when :sort = 'new' then :limit else 50 end as is_enough,
    querytree((select index_query from search_terms)) <> 'T' as is_indexed,
    case when not (select is_exact from search_terms) then 1200 when :sort = 'new' then 4000 else least(:ranked_max, 600) end as ranked_max,
    case when (select is_exact from search_terms) and :sort <> 'new' then 400 else 1200 end as older_max,
    not is_frequent and reaches_begin as is_whole,
    reaches_begin, found >= :ranked_max as is_full
  from (
    select count(*) as found, count(*) >= 100 as is_frequent, count(*) filter (where is_shown) as shown,
      (select min(first_day) from slice) <= (select begin from day_range) as reaches_begin
    from recent_match) as counted
), first_choice as materialized (
  select case when is_whole or is_enough and (is_frequent or :sort = 'new') then 'recent'
    when is_frequent or found >= 24 or not is_indexed then 'older' else 'all' end as part
  from sample
), index_match as materialized (
  select ctid as tid, comment_id as id, created_at from comment_search
  where words @@ (select index_query from search_terms) and (select part = 'all' from first_choice) limit 601
), choice as materialized (
  select case when part = 'all' and (select count(*) from index_match) > 600 then 'older' else part end as part
  from first_choice
), older_weeks as materialized (
  select step, string_agg(quote_literal(week_word(week)), ' | ')::tsquery as words
  from (
    select week, width_bucket(age, array[1, 3, 7, 15, 31]) + greatest(age - 31, 0) / 32 as step
    from span cross join lateral (
      select week, week_of(ends_at) - week as age
      from generate_series(week_of(begins_at), week_of(ends_at)) as week) as passed
    where (select part = 'older' from choice)) as stepped
  group by step
), older_match as materialized (
  select found.*
  from (select words from older_weeks order by step) as read_weeks
  cross join lateral (
    select text.*
    from (
      select sliced.tid from (
        select ctid as tid, comment_id as id, created_at from comment_search
        where words @@ (select index_query from search_terms) and words @@ read_weeks.words
        offset 0) as sliced
      where sliced.created_at >= (select begins_at from span)
        and (sliced.created_at, sliced.id) <= ((select ends_at from span), (select last_id from span))
      order by sliced.created_at desc, sliced.id desc limit (select older_max from sample)) as newest
    cross join lateral (
      select comment_id as id, * from comment_search where comment_search.ctid = newest.tid offset 0) as text) as found
  limit (select older_max from sample)
), chosen_text as materialized (
  select id, created_at, words from recent_match where is_shown and (select part = 'recent' from choice)
  union all (
    select text.id, text.created_at, text.words
    from (
      select tid from index_match
      where (select part = 'all' from choice) and created_at >= (select begins_at from span)
        and (created_at, id) <= ((select ends_at from span), (select last_id from span))
      order by created_at desc, id desc limit (select ranked_max from sample)) as newest
    cross join lateral (
      select comment_id as id, * from comment_search where comment_search.ctid = newest.tid offset 0) as text
    where ((select is_exact from search_terms) or text.words @@ (select words from search_terms))
      and text.author_id not in (select id from muted_member)
      and text.community_id not in (select id from excluded_community)
      and (:sort <> 'new' or exists (
      select from comments join posts on posts.id = comments.post_id
      where comments.id = text.id and comments.deleted_at is null and posts.deleted_at is null))
    limit case when :sort = 'new' then :limit else :ranked_max end)
  union all (
    select text.id, text.created_at, text.words
    from older_match as text
    where ((select is_exact from search_terms) or text.words @@ (select words from search_terms))
      and text.author_id not in (select id from muted_member)
      and text.community_id not in (select id from excluded_community)
      and (:sort <> 'new' or exists (
      select from comments join posts on posts.id = comments.post_id
      where comments.id = text.id and comments.deleted_at is null and posts.deleted_at is null))
    limit case when :sort = 'new' then least(:limit, 200) else 400 end)
), candidate as materialized (
  select * from chosen_text where :by <> 'time'
  union all (
    select comment_id, created_at, words from comment_search
    where :by = 'time' and created_at >= (select begins_at from span)
      and (created_at, comment_id) <= ((select ends_at from span), (select last_id from span))
      and author_id not in (select id from muted_member) and community_id not in (select id from excluded_community)
      and (:sort <> 'new' or exists (
      select from comments join posts on posts.id = comments.post_id
      where comments.id = comment_id and comments.deleted_at is null and posts.deleted_at is null))
    order by created_at desc, comment_id desc limit case when :sort = 'new' then :limit else :ranked_max end)
), remainder as (
  select case when :by = 'time' then (select count(*) from candidate) >= :ranked_max else (
    select case part
      when 'recent' then is_full or not reaches_begin and exists (
        select
        from generate_series((select min(first_day) from slice) / 7, (select begin from day_range) / 7, -1) as week
        cross join lateral (
          select created_at from comment_search
          where words @@ (select index_query from search_terms) and words @@ quote_literal(week_word(week))::tsquery offset 0) as earlier
        where day_of(earlier.created_at) < (select min(first_day) from slice) and earlier.created_at >= (select begins_at from span))
      when 'all' then ranked_max < (
        select count(*) from index_match
        where created_at >= (select begins_at from span)
          and (created_at, id) <= ((select ends_at from span), (select last_id from span)))
      -- What was read is only counted where all of it was needed.
      else case when (select count(*) from chosen_text) < 400 then (select count(*) from older_match) >= older_max else true end end
    from choice cross join sample) end as is_there
), ranked_comment as (
  select comments.id, candidate.created_at, comments.upvotes - comments.downvotes as points,
    case when :sort = 'relevance' then relevance(candidate.words, (select words from search_terms),
      (select any_word from search_terms), comments.upvotes - comments.downvotes, comments.created_at) end as relevance
  from candidate join comments on comments.id = candidate.id join posts on posts.id = comments.post_id
  where comments.deleted_at is null and posts.deleted_at is null
)
select page.place as "place!", 
  count(*) over () < :limit and (select is_there from remainder) as "has_rest!", microseconds_of(comments.created_at) as "key!",
  case when page.place <= :shown::integer then marked(
    translate(regexp_replace(regexp_replace(hide_spoilers(left(comments.body, 20000)), '!?\[([^]]*)\]\([^)]*\)', '\1', 'g'), '<br\s*/?>', ' ', 'gi'), :stripped::text, ''),
    (select hits from search_terms), :headline_options::text) end as passages,
  shown_comment.*, attached.images, shown_author.*, posts.public_id as post_public_id, posts.title as post_title, posts.community_id,
  communities.name as community_name, my_vote.up as my_vote,
  shown_comment.author_id in (select id from muted_member) as "author_is_muted!"
from unnest(array(
  select id from ranked_comment
  order by case :sort when 'relevance' then relevance when 'top' then points end desc,
    case :sort when 'new' then created_at end desc, id desc
  limit :limit offset :offset)) with ordinality as page (id, place)
join comments on comments.id = page.id
cross join lateral comment_columns(comments, :format, :renderer::integer) as shown_comment
cross join lateral comment_attachments(comments.id, comments.attachment_count) as attached
join posts on posts.id = shown_comment.post_id
join communities on communities.id = posts.community_id
join users on users.id = shown_comment.author_id
cross join lateral author_columns(users, users.id, users.picture_id, :format) as shown_author
left join comment_votes as my_vote on my_vote.post_id = shown_comment.post_id and my_vote.user_id = :viewer_id
  and my_vote.comment_id = shown_comment.id

