-- `post_is_saved` looks at the lists of the viewer only, which the statement gives it. Some databases have that form from an earlier
-- state of 0530. Replaces a function. Changes no data, and locks no table.
drop function if exists post_is_saved(bigint, bigint, bigint[]);

-- `list_ids` are the lists of the viewer that have something in them; null for none. A statement finds them once for all its posts, and
-- never looks at all who saved a post, who can be many.
create or replace function post_is_saved(post_id bigint, list_ids bigint[]) returns table (is_in_list boolean)
language sql stable rows 1 begin atomic
  select exists (
    select from list_items
    where list_items.post_id = post_is_saved.post_id and list_items.comment_id is null
      and list_items.list_id = any(post_is_saved.list_ids));
end;
