-- The roles of a member in a community now, and keeps them until the transaction ends: none when their account is banned from the
-- site or deleted. Locks: permission lock of the member (shared).
select is_admin as "is_admin!", is_moderator as "is_moderator!" from lock_roles(:member_id, :community_id?)
