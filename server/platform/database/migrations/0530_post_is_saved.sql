-- Whether a member has saved a post, for the icon on its card. Adds a function. Changes no data, and locks no table.
--
-- `list_ids` are the lists that are looked at: those of the viewer that have something in them, and perhaps those of others. So a
-- statement finds them once for all its posts, and never looks at all who saved a post, who can be many.
create function post_is_saved(post_id bigint, viewer bigint, list_ids bigint[]) returns table (is_in_list boolean)
language sql stable rows 1 begin atomic
  select cardinality(list_ids) > 0 and coalesce((
    select true from list_items
    where list_items.post_id = post_is_saved.post_id and list_items.comment_id is null
      and list_items.list_id = any(post_is_saved.list_ids)
      and (select lists.user_id from lists where lists.id = list_items.list_id) = post_is_saved.viewer
    limit 1), false);
end;
