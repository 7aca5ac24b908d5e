-- The current roles of a member in a community, locked until the transaction ends: none if their account is banned from the site
-- or deleted. Moderators without one of the needed permissions are none. Locks: permission lock of the member (shared).
select is_admin as "is_admin!", is_moderator as "is_moderator!" from lock_roles(:member_id, :community_id?, :needs?::text[])
