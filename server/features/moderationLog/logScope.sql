-- The filters of the moderation log, each null if it does not exist: whether a community names its moderators, and the id of a
-- member. Uses communities_pkey and users_username_key_key. Takes no locks. One round trip.
select
  (select moderation_log_names from communities where id = :community_id?::bigint and deleted_at is null) as names_shown,
  (select id from users where username_key = :username_key?::text and deleted_at is null) as actor_id
