-- Saves a draft of a member, unless another device has saved another text since. Deletes the oldest drafts beyond `drafts_max`.
--
-- Returns one row: the stored draft, and whether it is the one that was sent. No row when another device saved it for the
-- first time at the same moment.
-- Locks the draft, and those that are deleted. Uses drafts_pkey; reads all drafts of the member, at most some 100. One round trip.
with stored as materialized (
  select * from drafts where user_id = :user_id and place = :place for update
), is_current as materialized (
  select not exists (select from stored where revision is distinct from :based_on?::bigint
    and (post_type, title, body, url, community, is_made_with_ai)
      is distinct from (:type::text, :title::text, :body::text, :url::text, :community::text, :is_made_with_ai?::boolean))
    as value
), saved as (
  insert into drafts (user_id, place, post_type, title, body, url, community, is_made_with_ai)
  select :user_id, :place, :type, :title, :body, :url, :community, :is_made_with_ai from is_current where value
  on conflict (user_id, place) do update set post_type = excluded.post_type, title = excluded.title, body = excluded.body,
    url = excluded.url, community = excluded.community,
    is_made_with_ai = excluded.is_made_with_ai, revision = default, saved_at = now()
    -- Does not overwrite a draft saved since `stored` was read.
    where drafts.revision = (select revision from stored)
  returning drafts.*
), deleted as (
  delete from drafts where user_id = :user_id and exists (select from saved) and place in (
    select place from drafts where user_id = :user_id and place <> :place
    order by saved_at desc, place offset :drafts_max::integer - 1)
)
select true as is_saved, place, revision, post_type, title, body, url, community, is_made_with_ai, saved_at from saved
union all
select false, place, revision, post_type, title, body, url, community, is_made_with_ai, saved_at from stored
where not exists (select from saved)
