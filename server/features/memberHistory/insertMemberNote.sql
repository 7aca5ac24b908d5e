-- Stores a note of a moderator about a member of a community. No row if there are :notes_max already.
-- The caller has locked the community, which serializes new notes, and the member. Counts the notes by their index.
insert into member_notes (community_id, member_id, author_id, body)
select :community_id, :member_id, :author_id, :body
where (select count(*) from member_notes where member_id = :member_id and community_id = :community_id) < :notes_max::integer
returning id, created_at
