-- Counters of rows that the statement around them has locked. The statement itself would look for such a row in the version that
-- it saw when it began. Where somebody had changed it since, and a foreign key still held that old version, it queued for the row
-- behind others who waited for it: a deadlock. What a function does sees the row as it is, and does not wait for it again.
-- The caller has locked all of them, in the order of its header. Adds functions, nothing else.

create function count_post_votes(post bigint, more_upvotes integer, more_downvotes integer) returns posts
language plpgsql as $$
declare
  counted posts;
begin
  update posts set upvotes = upvotes + more_upvotes, downvotes = downvotes + more_downvotes
  where id = post returning * into counted;
  return counted;
end $$;

create function count_comment_votes(comment bigint, more_upvotes integer, more_downvotes integer) returns comments
language plpgsql as $$
declare
  counted comments;
begin
  update comments set upvotes = upvotes + more_upvotes, downvotes = downvotes + more_downvotes
  where id = comment returning * into counted;
  return counted;
end $$;

-- A new comment on a post. `above`: the comments that it is below of, of which `parent` is the nearest; both null at the top.
create function count_comment(post bigint, above bigint[], parent bigint) returns void language plpgsql as $$ begin
  update posts set comment_count = comment_count + 1, last_activity_at = now(), activity = activity_stamp(now())
  where id = post;
  update comments set reply_count = reply_count + 1, direct_reply_count = direct_reply_count + (id = parent)::integer
  where id = any(above);
end $$;

create function count_for_member(
  member bigint, more_points integer default 0, more_comments integer default 0, more_notifications integer default 0
) returns users language plpgsql as $$
declare
  counted users;
begin
  update users set points = points + more_points, comment_count = comment_count + more_comments,
    notifications_new_count = notifications_new_count + more_notifications
  where id = member returning * into counted;
  return counted;
end $$;
