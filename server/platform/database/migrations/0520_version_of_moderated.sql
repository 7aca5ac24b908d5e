-- The version of the communities that a member moderates, so that the account of a moderator can be kept as that of others is.
-- Changes no data.
create function moderated_version(member_id bigint) returns text language sql stable
begin atomic
  select md5(string_agg(
    concat_ws('.', moderators.xmin, communities.id, communities.xmin, (
      select string_agg(images.xmin::text, '.' order by images.id) from images
      where images.id in (communities.icon_id, communities.banner_id))), '-' order by communities.id))
  from moderators join communities on communities.id = moderators.community_id
  where moderators.user_id = member_id;
end;
