-- Stores a new conversation of a member with the moderators of a community, and its first message.
--
-- Returns one row, or none if the account of the member is deleted. The caller has locked the permissions of the member.
-- Cost: one round trip, two rows.
with conversation as (
  insert into modmail_conversations (community_id, member_id, subject, is_new_to_member, is_new_to_moderators)
  select :community_id, id, :subject, :is_new_to_member, :is_new_to_moderators from users
  where id = :member_id and deleted_at is null
  returning id
)
insert into modmail_messages (conversation_id, author_id, kind, written_as, body)
select id, :author_id, :kind, :written_as?, :body from conversation returning conversation_id as id
