-- The orders of comments that readers choose. Nothing is stored for them: the indexes contain the keys, so a vote stays one
-- statement, and no score can differ from the votes it is made of. Deleted comments are last among their siblings in all of
-- them, and in an index of their own, which is small.
--
-- Reads all comments once for each of the five indexes, about eight seconds for a million, and blocks writing to them meanwhile.

-- Siblings have the same number: the id of the comment they reply to, or at the top that of their post, negative.
create function siblings_of(post_id bigint, parent_id bigint) returns bigint language sql immutable
return coalesce(parent_id, -post_id);

-- The lower bound of the Wilson score interval for the share of upvotes, at 80 % confidence, in billionths; see docs/threads.md.
create function comment_best(upvotes integer, downvotes integer) returns bigint language sql immutable
return case when upvotes <= 0 then 0 else floor(1e9::double precision * (
    upvotes + 0.821187207575::double precision
    - 1.281551565545::double precision * sqrt(
      upvotes::double precision * downvotes / (upvotes::double precision + downvotes) + 0.410593603788::double precision)
  ) / (upvotes::double precision + downvotes + 1.642374415150::double precision))::bigint end;

create function comment_points(upvotes integer, downvotes integer) returns bigint language sql immutable
return upvotes::bigint - downvotes;

-- Many votes, divided evenly: all votes times the share of the smaller side in the larger one, in thousandths.
create function comment_controversy(upvotes integer, downvotes integer) returns bigint language sql immutable
return case when upvotes <= 0 or downvotes <= 0 then 0
  else (upvotes::bigint + downvotes) * (least(upvotes, downvotes)::bigint * 1000) / greatest(upvotes, downvotes) end;

create index comments_sorted_best on comments (siblings_of(post_id, parent_id), comment_best(upvotes, downvotes) desc, id desc)
where deleted_at is null;
create index comments_sorted_top on comments (siblings_of(post_id, parent_id), comment_points(upvotes, downvotes) desc, id desc)
where deleted_at is null;
create index comments_sorted_controversial
on comments (siblings_of(post_id, parent_id), comment_controversy(upvotes, downvotes) desc, id desc) where deleted_at is null;
create index comments_sorted_time on comments (siblings_of(post_id, parent_id), id) where deleted_at is null;
create index comments_sorted_deleted on comments (siblings_of(post_id, parent_id), id desc) where deleted_at is not null;

-- The key of a comment in an order, by which it falls. `upvotes`: the order that programs get who name none.
create function comment_key(sort text, comment comments) returns bigint language sql immutable
return case when sort = 'upvotes' then (comment).upvotes when (comment).deleted_at is not null then -999999999999999999
  else case sort when 'best' then comment_best((comment).upvotes, (comment).downvotes)
    when 'top' then comment_points((comment).upvotes, (comment).downvotes)
    when 'controversial' then comment_controversy((comment).upvotes, (comment).downvotes)
    when 'new' then (comment).id when 'old' then -(comment).id end end;

-- The first `most` siblings in an order, from a key and id on (null: from the first). Planned as a part of the statement that
-- calls it with a constant `sort`, so each order is read from its index, and no further than needed.
create function comments_in_order(siblings bigint, sort text, most integer, from_key bigint, from_id bigint)
returns table (id bigint, key bigint, reply_count integer, bytes integer) language sql stable begin atomic
  select chosen.id, chosen.key, chosen.reply_count, chosen.bytes
  from (
    (select comments.id, comment_key(sort, comments) as key, comments.reply_count, comment_bytes(comments) as bytes
    from comments
    where case sort when 'upvotes' then comments.parent_id = siblings
      else siblings_of(comments.post_id, comments.parent_id) = siblings and comments.deleted_at is null end
      and case sort
        when 'new' then comments.id <= coalesce(from_id, 999999999999999999)
          and coalesce(from_key, 0) > -999999999999999999
        when 'old' then comments.id >= coalesce(from_id, 0) and coalesce(from_key, 0) > -999999999999999999
        when 'best' then (comment_best(comments.upvotes, comments.downvotes), comments.id)
          <= (coalesce(from_key, 999999999999999999), coalesce(from_id, 0))
        when 'top' then (comment_points(comments.upvotes, comments.downvotes), comments.id)
          <= (coalesce(from_key, 999999999999999999), coalesce(from_id, 0))
        when 'controversial' then (comment_controversy(comments.upvotes, comments.downvotes), comments.id)
          <= (coalesce(from_key, 999999999999999999), coalesce(from_id, 0))
        else (comments.upvotes, comments.id) <= (coalesce(from_key, 999999999999999999), coalesce(from_id, 0)) end
    order by
      case sort when 'best' then comment_best(comments.upvotes, comments.downvotes)
        when 'top' then comment_points(comments.upvotes, comments.downvotes)
        when 'controversial' then comment_controversy(comments.upvotes, comments.downvotes) end desc,
      case sort when 'upvotes' then comments.upvotes end desc,
      case sort when 'old' then comments.id end,
      comments.id desc
    limit most)
    union all
    (select comments.id, -999999999999999999, comments.reply_count, comment_bytes(comments)
    from comments
    where sort <> 'upvotes' and siblings_of(comments.post_id, comments.parent_id) = siblings
      and comments.deleted_at is not null
      and (coalesce(from_key, 0) > -999999999999999999 or comments.id <= from_id)
    order by comments.id desc
    limit most)
  ) as chosen
  order by chosen.key desc, chosen.id desc
  limit most;
end;
