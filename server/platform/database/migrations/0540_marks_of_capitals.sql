-- Marks found words that begin with a capital outside of ASCII in PostgreSQL 17, too, whose text search leaves such letters as they
-- are. Changes no data, and locks no table.
create or replace function marked(text text, hits tsquery, options text) returns text language plpgsql stable parallel safe
as $function$
declare
  first_letters text[] := array(select distinct left(fold_word(match[1]), 1) from regexp_matches(hits::text, '''(.)', 'g') as match);
  found_words tsquery;
  shown text;
  passages text[];
begin
  if hits is not null then
    select string_agg('''' || replace(replace(lexeme, '\', '\\'), '''', '''''') || '''', ' | ')::tsquery into found_words
    from unnest(to_tsvector('simple', text))
    where case
      when octet_length(lexeme) = length(lexeme) then
        case when lexeme ~ '[./@]' then to_tsvector('forum_words', words_in(lexeme, true)) @@ hits
          else left(lexeme, 1) = any(first_letters)
            and (to_tsvector('forum_words', lexeme) @@ hits or to_tsvector('simple', lexeme) @@ hits) end
      when left(fold_word(lower(left(lexeme, 1))), 1) = any(first_letters) or lexeme ~ ('[./@' || unspaced_letters() || ']')
        then words_of(lexeme, 'A', 'A', true) @@ hits end;
  end if;
  if hits is not null and text ~ '\w[-''’‐‑\u200c]\w' then
    select coalesce(found_words || string_agg(quote_literal(part), ' | ')::tsquery, found_words, string_agg(quote_literal(part), ' | ')::tsquery)
    into found_words
    from (
      select (tsvector_to_array(to_tsvector('simple', substring(match[1] from '\w{3,}$'))))[1] as part
      from regexp_matches(text, '(\w+(?:[''’]\w{3,}|[-‐‑\u200c]\w+)+)', 'g') as match
      where to_tsvector('forum_words', lower(joined_words(match[1]))) @@ hits) as ending
    where part is not null;
  end if;
  shown := ts_headline('simple', text, coalesce(found_words, '''§'''), options);
  passages := string_to_array(translate(shown, E'\ue000\ue001', ''), E'\ue002');
  shown := replace(shown, E'\ue002', ' … ');
  if options ~ 'HighlightAll' then return shown; end if;
  return case when not starts_with(regexp_replace(left(text, 400), '^\W+', ''), left(regexp_replace(passages[1], '^\W+', ''), 60)) then '… ' else '' end
    || shown
    || case when not starts_with(reverse(regexp_replace(right(text, 400), '\W+$', '')), left(reverse(regexp_replace(passages[cardinality(passages)], '\W+$', '')), 60))
      then ' …' else '' end;
end $function$;
