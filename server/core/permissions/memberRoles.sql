-- The current roles of a member in a community: null if their account is banned from the site or deleted. Moderators without one of
-- the needed permissions are none. Takes no lock.
select is_admin, is_moderator from roles_in(:member_id, :community_id, :needs?::text[])
