-- How long the text of a comment is in an answer, as written or rendered. Known of a long text without reading it. Adds a function,
-- nothing else.
create function comment_bytes(comment comments) returns integer language sql stable
return greatest(octet_length((comment).body), octet_length((comment).body_html));
