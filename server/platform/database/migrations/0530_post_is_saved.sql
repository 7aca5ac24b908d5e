-- Whether a post is in one of some lists, for the icon on its card. Adds a function. Changes no data, and locks no table.
--
-- `list_ids` are the lists of the viewer that have something in them; null for none. A statement finds them once for all its posts, and
-- never looks at all who saved a post, who can be many.
create function post_is_saved(post_id bigint, list_ids bigint[]) returns table (is_in_list boolean)
language sql stable rows 1 begin atomic
  select exists (
    select from list_items
    where list_items.post_id = post_is_saved.post_id and list_items.comment_id is null
      and list_items.list_id = any(post_is_saved.list_ids));
end;
