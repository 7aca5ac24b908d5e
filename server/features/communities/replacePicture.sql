-- Replaces or removes the icon or banner of a community, and enqueues the deletion of the old files.
--
-- Locks, in this order: the new image, the community, the image before.
-- Uses communities_pkey and images_pkey. One round trip.
--
-- Literal :kind: 'icon' | 'banner'
with community as (
  select case :kind when 'icon' then icon_id else banner_id end as image_id from communities where id = :community_id
), used_image as (
  update images set is_used = true
  where id = :image_id?::bigint and use = :kind and not is_used and deleted_at is null
), updated_community as (
  update communities set icon_id = case :kind when 'icon' then :image_id else icon_id end,
    banner_id = case :kind when 'banner' then :image_id else banner_id end
  where id = :community_id
), deleted_image as (
  update images set is_used = false, deleted_at = now() where id = (select image_id from community) returning id
), enqueued_job as (
  select graphile_worker.add_job('delete_images') where exists (select from deleted_image)
)
select image_id is not null as had_picture, (select count(*) from enqueued_job) as enqueued_jobs from community
