-- For the patterns of votes that admins see. Adds a column to a table with few rows, and a function. Changes no data.
alter table uncounted_voters add column ordered_at timestamptz not null default now();

-- The newest votes on posts since a moment, and on comments since another: at most so many of each. Each post and comment has its number in `item`, which is
-- even for posts.
create function votes_since(on_posts timestamptz, on_comments timestamptz, most integer)
returns table (voter_id bigint, author_id bigint, item bigint, up boolean, at timestamptz) language sql stable
begin atomic
  select vote.user_id, posts.author_id, posts.id * 2, vote.up, vote.created_at
  from (
    select * from post_votes where created_at > votes_since.on_posts and post_votes.up is not null
    order by created_at desc limit votes_since.most) as vote
  join posts on posts.id = vote.post_id
  union all
  select vote.user_id, comments.author_id, comments.id * 2 + 1, vote.up, vote.created_at
  from (
    select * from comment_votes where created_at > votes_since.on_comments and comment_votes.up is not null
    order by created_at desc limit votes_since.most) as vote
  join comments on comments.id = vote.comment_id;
end;
