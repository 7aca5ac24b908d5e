-- Attaches images to a new post in the given order, all or none. An image that has an alt text keeps it.
--
-- Returns one row. `are_all_usable`: whether every image is an unused upload of this member; nothing is changed otherwise.
-- Locks the images in the order of their ids, so that two posts cannot take the same one. The lock waits for foreign keys too, so
-- none updates an old version of a row. Uses images_pkey.
with usable_image as materialized (
  select id from images
  where id = any(:image_ids::bigint[]) and uploader_id = :uploader_id and use = 'post' and stored_at is not null
    and not is_used and deleted_at is null
  order by id for update
), check_result as (
  select count(*) = cardinality(:image_ids::bigint[]) as are_all_usable from usable_image
), requested_image as (
  select id, nullif(alt_text, '') as alt_text, ordinal
  from unnest(:image_ids::bigint[], :alt_texts::text[]) with ordinality as requested (id, alt_text, ordinal)
), used_image as (
  update images set is_used = true, alt_text = coalesce(images.alt_text, requested_image.alt_text)
  from requested_image cross join check_result
  where images.id = requested_image.id and are_all_usable
  returning images.id
), inserted_post_image as (
  insert into post_images (post_id, position, image_id)
  select :post_id, requested_image.ordinal - 1, requested_image.id
  from requested_image join used_image on used_image.id = requested_image.id
)
select are_all_usable as "are_all_usable!" from check_result
