-- What only an owner may do and a server must now and then, for servers that connect as another role: have the search read texts in
-- another language. The index of the communities' names, which is small, is built anew; that of the texts follows in a job.
create function adopt_search_dictionary(dictionary text) returns void
language plpgsql security definer set search_path from current as $$ begin
  execute format('alter text search configuration forum_words
    alter mapping for asciiword, asciihword, hword_asciipart, word, hword, hword_part with pg_catalog.%I', dictionary);
  reindex index communities_by_words;
end $$;
