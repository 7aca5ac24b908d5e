-- What the member sees of a conversation that moderators began with a note, which is for moderators only. Safe on a full table: no
-- table is touched. Both use modmail_messages_in_order.

-- Whether the member may see the conversation: it has more than notes.
create function is_open_to_member(conversation bigint) returns boolean language sql stable parallel safe
return exists (select from modmail_messages where conversation_id = conversation and kind <> 'note');

-- The subject that the member sees: that of a note is not for them.
create function subject_for_member(conversation modmail_conversations) returns text language sql stable parallel safe
return case
  when (select kind from modmail_messages where conversation_id = (conversation).id order by id limit 1) = 'note' then
    (select 'From the moderators of ' || name from communities where id = (conversation).community_id)
  else (conversation).subject end;
