-- Locks posts and comments, or unlocks them. Locking again replaces role and time.
--
-- :targets is an array of { post_id, comment_id, acted_as }, locked by the caller (lockContent.sql). Uses posts_pkey and
-- comments_pkey. One round trip.
--
-- Literal :locks: true | false
with target as materialized (
  select post_id, comment_id, case when :locks then acted_as end as locked_as, case when :locks then :actor_id::bigint end as locked_by,
    case when :locks then now() end as locked_at
  from jsonb_to_recordset(:targets::jsonb) as target (post_id bigint, comment_id bigint, acted_as text)
), post as (
  update posts set locked_at = target.locked_at, locked_by = target.locked_by, locked_as = target.locked_as
  from target where target.comment_id is null and posts.id = target.post_id
)
update comments set locked_at = target.locked_at, locked_by = target.locked_by, locked_as = target.locked_as
from target where comments.id = target.comment_id
