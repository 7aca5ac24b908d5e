-- The best replies to a comment, in their order: the first page of twenty thousand is read without the others. Replaces the index
-- by parent, which was good for the same questions.
--
-- Reads all comments once, about a second for a million, and blocks writing to them meanwhile.
create index comments_best_replies on comments (parent_id, upvotes desc, id desc) where parent_id is not null;
drop index comments_by_parent;
