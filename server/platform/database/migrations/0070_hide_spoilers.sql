-- Changes no data. A function for the passages that a search shows: a text without the words that its spoilers hide. It looks for
-- their signs alone, and hides rather too much: what is between `>!` and `!<`, and a paragraph or quote from a `>!` on that is
-- the first of its line.
create function hide_spoilers(body text) returns text
language sql immutable parallel safe strict
return case when strpos(body, '>!') = 0 then body else
  regexp_replace(regexp_replace(regexp_replace(body,
    '>![^\n]*?!<', '[spoiler]', 'g'),
    '(^|\n)[ >]*>![^\n]*(\n[^\n]*[^\s][^\n]*)*', '\1[spoiler]', 'g'),
    '>!.*?!<', '[spoiler]', 'g') end;
