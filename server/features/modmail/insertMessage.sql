-- Adds a message to a conversation, and says to which side it is new. One by the member opens an archived conversation again; a
-- note of moderators changes nothing for the member.
--
-- Returns one row, or none if the conversation does not exist: the message, the subject for the other side, and whether the moderators had something new before.
-- Locks the conversation. Uses modmail_conversations_pkey. Cost: one round trip, two rows.
with before as materialized (
  select id, is_new_to_moderators,
    case when :is_by_member::boolean then subject else subject_for_member(conversation) end as subject
  from modmail_conversations as conversation where id = :conversation_id for no key update
), after as (
  update modmail_conversations as conversation set
    updated_at = case when :is_note::boolean then conversation.updated_at else now() end,
    archived_at = case when :is_by_member then null else conversation.archived_at end,
    is_new_to_member = not :is_by_member and (conversation.is_new_to_member or not :is_note::boolean),
    is_new_to_moderators = :is_by_member or (conversation.is_new_to_moderators and :is_note::boolean)
  from before where conversation.id = before.id
), message as (
  insert into modmail_messages (conversation_id, author_id, kind, written_as, body)
  select id, :author_id, :kind, :written_as?, :body from before returning id
)
select message.id, before.subject as "subject!", before.is_new_to_moderators as was_new from before, message
