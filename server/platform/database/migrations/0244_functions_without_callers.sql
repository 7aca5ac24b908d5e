-- Drops functions that nothing calls any more, since posts and comments are locked and taken down in one place (0240_content).
-- They had the names of actions of the moderation log, or of a function with other parameters.
-- Changes no data

drop function lock_post(bigint, bigint, text);
drop function lock_comment(bigint, bigint, text);
drop function take_back_mentions(bigint[], bigint[], bigint);
