-- How the results of a search are ordered, as functions, because the search for posts and the one for comments both use them.
-- Changes no data

-- The relevance of a text: (3 × title + everything) × points × age.
--
-- title: how many of the words are in the title, and how often. Not divided by the length of the text, so a title counts the same
--   above a long text. It weighs three times, so that of two texts of about the same age and points the one with the words in its
--   title comes first. Comments have no title.
-- everything: how often the words are in title and text, and how close to each other; divided by the logarithm of the length,
--   because in a long text words are more often there by chance.
-- points: 1, and a quarter for each factor of e. An upvote counts less the more there are, so texts with few points are not hidden.
-- age: 1 today, ½ after eight years. Slow, because an old answer can be the right one.
--
-- `query` is what a text must match, `any_word` the same words, of which one is enough.
create function relevance(words tsvector, query tsquery, any_word tsquery, points integer, created_at timestamptz)
returns float8 language sql stable parallel safe
return (3 * ts_rank('{0, 0, 0, 1}', words, any_word) + ts_rank('{1, 0.2, 1, 1}', words, query, 1))
  * (1 + ln(greatest(points, 1)) / 4)
  / (1 + greatest(extract(epoch from now() - created_at)::float8, 0) / (8 * 31557600));

-- Whether the content of a post was deleted: only its title is left, so a search puts it after everything else. Other forums write
-- such a mark in place of the text, which an import brings along.
create function is_gone(post posts) returns boolean language sql stable parallel safe
return post.content_deleted_at is not null or post.type = 'text' and octet_length(post.body) < 60
  and post.body ~* '^\s*[[(]\s*((topic|post|message|thread|text|content)\s+)?(deleted|removed|withdrawn)(\s+by\s+.*)?[])]\s*$';
