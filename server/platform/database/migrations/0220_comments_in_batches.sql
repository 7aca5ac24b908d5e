-- Counts the new comments of one post together, for a statement that adds several. Adds a function, and leaves the one for a single
-- comment to processes of the last release.
-- Changes no data

-- `above`: the comments that these are below of, each as often as it is above one of them; `parents`: those that they reply to.
-- The caller has locked all of them, as in 0032_counts_of_locked_rows.
create function count_comments(post bigint, more integer, above bigint[], parents bigint[]) returns void language plpgsql as $$ begin
  update posts set comment_count = comment_count + more, last_activity_at = now(), activity = activity_stamp(now())
  where id = post;
  if cardinality(above) > 0 then
    update comments set reply_count = reply_count + cardinality(array_positions(above, id)),
      direct_reply_count = direct_reply_count + cardinality(array_positions(parents, id))
    where id = any(above);
  end if;
end $$;
