-- A page of the posts that match a search, in its order, with `place` in it from 1. `key` is the creation of the post in
-- microseconds since 1970, from which the cursor of the next page is made; `passages` and `title_passages` are the text around the
-- hits, without links, Markdown characters and spoilers, and the title, of the first :shown rows. `post_version` is that of the item (postItems.sql),
-- `read_at` the time of this query, in microseconds since 1970. Fewer rows than :limit are the last page.
--
-- `search_terms` is the query: `words` is what a text must match, `index_query` what the index is read for: the filters, and all
-- words of a phrase. Null finds nothing (words of no meaning). :last says how the last word matches: 'closed', as the other words;
-- 'either', the word and its completions, the :completions most used words that begin with it; 'itself', the same if no title has the
-- word, and otherwise the word alone; 'completed', the completions, excluding texts with the word itself, and nothing if 'itself'
-- found both. So stemming does not put texts with "prying" before those with "price" while someone types "pri".
--
-- `candidate` are the texts that the page is chosen from. The newest 16,000 are searched first, day by day backwards (week by week
-- beyond 28 days); on busy days, the newest 3,000 are read before without the index, which would find all matches of a day, if many of the
-- newest 200 match (`is_busy`). A word with a hundred matches there is frequent, and its other matches are not counted. For a word with less than
-- 24 the index finds all matches, up to 600, and the newest :ranked_max are ranked.If there are more, or the newest texts have too little, weeks
-- are read until 400 texts match: one, one, two, four and so on up to 32 at once, because a lookup costs more than a week that has few
-- matches. The words of a text are only compared with the query where the index cannot tell (`is_exact`),
-- because reading them is slow. In other orders than that of time, matches among the :best_checked posts with the most points are added
-- where not all matches were found. So the cost does not grow with the frequency of words or the size of the forum; docs/search.md says how.
--
-- `has_rest` is, on the last page, whether there may be matches that are no candidates. A title that the whole query matches comes before
-- texts that only mention it, even if it is some years older and they have thousands of points.
--
-- A slice of time is a condition of its own, not a part of the query: so the index skips what is before it, and does not read all texts with
-- a word for each slice. Matches are found without their words, sorted, and only then looked up by their place in the table (`offset 0`): a busy
-- day has very many, and the planner would otherwise use the index to find all of them again.
-- Uses post_search_words, post_search_new, posts_top or posts_top_in_community, posts_pkey. Takes no locks. One round trip.
--
-- Literal :by: 'words' | 'filters' | 'time'
-- Literal :last: 'closed' | 'itself' | 'completed' | 'either'
-- Literal :completions: number
-- Literal :in_community: true | false
-- Literal :sort: 'relevance' | 'new' | 'top'
-- Literal :ranked_max: number
-- Literal :best_checked: number
-- Literal :limit: number
-- Literal :offset: number
-- Literal :shows_passages: true | false
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
    when :last = 'itself' and is_in_titles then others && last
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
  select greatest((select min(created_at) from post_search), :after?::text::timestamp at time zone 'utc') as begins_at,
    bound.created_at as ends_at, bound.id as last_id
  from (values ((select max(created_at) from post_search), 9223372036854775807),
    (:before?::text::timestamp at time zone 'utc', 0),
    (moment_of(:cursor_key?::bigint), :cursor_id?::bigint)) as bound (created_at, id)
  where bound.created_at is not null order by bound.created_at, bound.id limit 1
), day_range as materialized (
  select day_of(ends_at) as last, greatest(day_of(begins_at), day_of((
    select created_at from post_search where created_at <= (select ends_at from span)
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
    select words from post_search where (select last - first <= 1 from day_range)
      and (created_at, post_id) <= ((select ends_at from span), (select last_id from span))
    order by created_at desc, post_id desc limit 200) as probe
), latest_match as materialized (
  select text.* from (
    select post_id as id, created_at, words, author_id, community_id from post_search
    where (select by_time from is_busy) and created_at >= (select begins_at from span)
      and (created_at, post_id) <= ((select ends_at from span), (select last_id from span))
    order by created_at desc, post_id desc limit 3000) as text
  where text.words @@ (select index_query from search_terms) limit :ranked_max
), latest_count as materialized (
  select count(*) = :ranked_max as is_enough from latest_match
), recent_match as materialized (
  select text.id, text.created_at, text.words,
    ((select is_exact from search_terms) or text.words @@ (select words from search_terms))
      and text.author_id not in (select id from muted_member)
      and text.community_id not in (select id from excluded_community) as is_shown
  from (
    select * from latest_match where (select is_enough from latest_count)
    union all (
      select found.*
      from (select word from slice where (select not is_enough from latest_count)) as read_slice
      cross join lateral (
        select text.id, text.created_at, text.words, text.author_id, text.community_id
        from (
          select sliced.tid from (
            select ctid as tid, post_id as id, created_at from post_search
            where words @@ (select index_query from search_terms) and words @@ quote_literal(read_slice.word)::tsquery
            offset 0) as sliced
          where sliced.created_at >= (select begins_at from span)
            and (sliced.created_at, sliced.id) <= ((select ends_at from span), (select last_id from span))
          order by sliced.created_at desc, sliced.id desc limit :ranked_max) as newest
        cross join lateral (
          select post_id as id, * from post_search where post_search.ctid = newest.tid offset 0) as text) as found
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
  select ctid as tid, post_id as id, created_at from post_search
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
        select ctid as tid, post_id as id, created_at from post_search
        where words @@ (select index_query from search_terms) and words @@ read_weeks.words
        offset 0) as sliced
      where sliced.created_at >= (select begins_at from span)
        and (sliced.created_at, sliced.id) <= ((select ends_at from span), (select last_id from span))
      order by sliced.created_at desc, sliced.id desc limit (select older_max from sample)) as newest
    cross join lateral (
      select post_id as id, * from post_search where post_search.ctid = newest.tid offset 0) as text) as found
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
      select post_id as id, * from post_search where post_search.ctid = newest.tid offset 0) as text
    where ((select is_exact from search_terms) or text.words @@ (select words from search_terms))
      and text.author_id not in (select id from muted_member)
      and text.community_id not in (select id from excluded_community)
    limit case when :sort = 'new' then :limit else :ranked_max end)
  union all (
    select text.id, text.created_at, text.words
    from older_match as text
    where ((select is_exact from search_terms) or text.words @@ (select words from search_terms))
      and text.author_id not in (select id from muted_member)
      and text.community_id not in (select id from excluded_community)
    limit case when :sort = 'new' then least(:limit, 200) else 400 end)
), best_text as (
  select text.id, text.created_at, text.words
  from (
    select from choice, sample
    where :by <> 'time' and :sort <> 'new' and :author is null
      and not is_whole and (part <> 'all' or (select count(*) from index_match) > ranked_max)) as wanted
  cross join lateral (
    select id from (
      select id from (
        (select id, points from posts where deleted_at is null and age_band = 0
          and (not :in_community or community_id = (select id from searched_community)) order by points desc, id desc limit :best_checked)
        union all
        (select id, points from posts where deleted_at is null and age_band = 1
          and (not :in_community or community_id = (select id from searched_community)) order by points desc, id desc limit :best_checked)
        union all
        (select id, points from posts where deleted_at is null and age_band = 2
          and (not :in_community or community_id = (select id from searched_community)) order by points desc, id desc limit :best_checked)
        union all
        (select id, points from posts where deleted_at is null and age_band = 3
          and (not :in_community or community_id = (select id from searched_community)) order by points desc, id desc limit :best_checked)
        union all
        (select id, points from posts where deleted_at is null and age_band = 4
          and (not :in_community or community_id = (select id from searched_community)) order by points desc, id desc limit :best_checked)) as merged
      order by points desc, id desc limit :best_checked) as checked
    where (select part <> 'all' from choice) or id in (select id from index_match)) as best
  cross join lateral (
    select post_id as id, * from post_search where post_search.post_id = best.id offset 0) as text
  where ((select part = 'all' from choice) or text.words @@ (select index_query from search_terms))
    and text.created_at >= (select begins_at from span)
    and (text.created_at, text.id) <= ((select ends_at from span), (select last_id from span))
    and ((select is_exact from search_terms) or text.words @@ (select words from search_terms))
    and text.author_id not in (select id from muted_member)
    and text.community_id not in (select id from excluded_community)
  limit case when :sort = 'top' then :offset + :limit else 100 end
), candidate as materialized (
  select * from chosen_text where :by <> 'time'
  union all
  select * from best_text where id not in (select id from chosen_text)
  union all (
    select post_id, created_at, words from post_search
    where :by = 'time' and created_at >= (select begins_at from span)
      and (created_at, post_id) <= ((select ends_at from span), (select last_id from span))
      and author_id not in (select id from muted_member) and community_id not in (select id from excluded_community)
    order by created_at desc, post_id desc limit case when :sort = 'new' then :limit else :ranked_max end)
), remainder as (
  select case when :by = 'time' then (select count(*) from candidate) >= :ranked_max else (
    select case part
      when 'recent' then is_full or not reaches_begin and exists (
        select
        from generate_series((select min(first_day) from slice) / 7, (select begin from day_range) / 7, -1) as week
        cross join lateral (
          select created_at from post_search
          where words @@ (select index_query from search_terms) and words @@ quote_literal(week_word(week))::tsquery offset 0) as earlier
        where day_of(earlier.created_at) < (select min(first_day) from slice) and earlier.created_at >= (select begins_at from span))
      when 'all' then ranked_max < (
        select count(*) from index_match
        where created_at >= (select begins_at from span)
          and (created_at, id) <= ((select ends_at from span), (select last_id from span)))
      -- What was read is only counted where all of it was needed.
      else case when (select count(*) from chosen_text) < 400 then (select count(*) from older_match) >= older_max else true end end
    from choice cross join sample) end as is_there
), ranked_post as (
  select posts.id, candidate.created_at, posts.points, :sort = 'relevance' and is_gone(posts) as is_gone,
    case when :sort = 'relevance' then
      case when ts_filter(candidate.words, '{a,c}') @@ (select words from search_terms) then 3 else 1 end
        * relevance(candidate.words, (select words from search_terms), (select any_word from search_terms), posts.points + posts.comment_count, posts.created_at) end as relevance
  from candidate join posts on posts.id = candidate.id
  where posts.deleted_at is null
)
select page.place as "place!", 
  count(*) over () < :limit and (select is_there from remainder) as "has_rest!", microseconds_of(posts.created_at) as "key!",
  case when :shows_passages and page.place <= :shown::integer and posts.content_deleted_at is null and posts.body <> '' then marked(
    translate(regexp_replace(regexp_replace(hide_spoilers(left(posts.body, 20000)), '!?\[([^]]*)\]\([^)]*\)', '\1', 'g'), '<br\s*/?>', ' ', 'gi'), :stripped::text, ''),
    (select hits from search_terms), :headline_options::text) end as passages,
  case when :shows_passages and page.place <= :shown then marked( translate(posts.title, :marks::text, ''),
    (select hits from search_terms), :title_options::text) end as title_passages,
  posts.id, posts.public_id, posts.title, communities.name as community_name,
  concat(shown.post_version, shown_images.attachments_version) as post_version,
  microseconds_of(statement_timestamp()) as "read_at!"
from unnest(array(
  select id from ranked_post
  order by is_gone, case :sort when 'relevance' then relevance when 'top' then points end desc,
    case :sort when 'new' then created_at end desc, id desc
  limit :limit offset :offset)) with ordinality as page (id, place)
join posts on posts.id = page.id
join users on users.id = posts.author_id
join communities on communities.id = posts.community_id
cross join lateral post_version(posts.id, posts.type, posts.link_image_id, posts.xmin, users.xmin, users.picture_id,
  communities.name, communities.icon_id, communities.banner_id, communities.downvoters, posts.score_hidden_until) as shown
cross join lateral post_attachments_version(posts.id, posts.attachment_count) as shown_images
