-- The version of the shared part of a comment outside its thread, which several statements give. Changes no data

-- Changes whenever a row behind that part changes: those of the comment in its thread, the icon of its community, and the title of its
-- post, which deletions withhold.
create function lone_comment_version(comment_version text, attachments_version text, icon_id bigint, post_deleted_as text, post_title text)
returns text language sql stable parallel safe
return concat(comment_version, attachments_version, ' ', icon_id, ' ', post_deleted_as, ' ', post_title);
