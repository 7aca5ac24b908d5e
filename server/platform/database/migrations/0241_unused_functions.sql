-- Drops functions that nothing calls any more, since votes and comments are counted in batches (0221_counts_of_several_rows),
-- and posts and comments are taken down in one place (0240_content).
-- Changes no data

drop function count_comment(bigint, bigint[], bigint);
drop function count_comments(bigint, integer, bigint[], bigint[]);
drop function count_post_votes(bigint, integer, integer);
drop function count_comment_votes(bigint, integer, integer);
drop function delete_posts(bigint[], bigint, text, boolean);
drop function delete_comments(bigint[], bigint);
drop function remove_comments(bigint[], bigint, text);
drop function forget_text_versions(bigint[], bigint[]);
