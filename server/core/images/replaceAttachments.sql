-- Replaces the images below a text post, or below a comment: the other of the two ids is null.
--
-- Returns one row: whether all images are usable, that is attached already or an unused upload of this member. The caller rolls
-- back otherwise. A job deletes the files of removed images.
-- The caller has locked the text. Locks the images by ascending id. Uses the primary keys of all tables. Cost: one round trip; a
-- text has few images.
with requested as (
  select id, keeps_alt_text, alt_text, ordinal - 1 as position
  from unnest(:ids::bigint[], :keeps_alt_text::boolean[], :alt_texts::text[])
    with ordinality as given (id, keeps_alt_text, alt_text, ordinal)
), detached_from_post as (
  delete from post_images where post_id = :post_id?::bigint returning image_id
), detached_from_comment as (
  delete from comment_images where comment_id = :comment_id?::bigint returning image_id
), detached as materialized (
  select image_id from detached_from_post union all select image_id from detached_from_comment
), usable as materialized (
  select id from images
  where id = any(:ids::bigint[]) and use = 'post' and stored_at is not null and deleted_at is null
    and (id in (select image_id from detached) or (not is_used and uploader_id = :uploader_id))
  order by id for update
), check_result as (
  select count(*) = cardinality(:ids::bigint[]) as are_all_usable from usable
), used as (
  update images set is_used = true, alt_text = nullif(case when keeps_alt_text then images.alt_text else requested.alt_text end, '')
  from requested cross join check_result where images.id = requested.id and are_all_usable returning images.id
), attached as (
  select id, position from requested join used using (id)
  -- Frees their positions.
  where (select count(*) from detached) >= 0
), attached_to_post as (
  insert into post_images (post_id, position, image_id)
  select :post_id, position, id from attached where :post_id::bigint is not null
), attached_to_comment as (
  insert into comment_images (comment_id, position, image_id)
  select :comment_id, position, id from attached where :comment_id::bigint is not null
), counted_of_post as (
  update posts set attachment_count = cardinality(:ids::bigint[]) where id = :post_id
), counted_of_comment as (
  update comments set attachment_count = cardinality(:ids::bigint[]) where id = :comment_id
), deleted as (
  update images set is_used = false, deleted_at = now()
  where id in (select image_id from detached) and id <> all(:ids::bigint[]) returning id
)
select are_all_usable, (select graphile_worker.add_job('delete_images') where exists (select from deleted)) is not null as is_job_queued
from check_result
