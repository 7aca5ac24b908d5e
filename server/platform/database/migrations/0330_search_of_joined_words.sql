-- Words that people write in one or in two are found by both: well-known and wellknown, O'Brien and obrien, Persian words with and without
-- their half space. A*, C+ and versions with a v before them are found as they are written. What a search shows of a text begins and ends
-- with an ellipsis where it is cut. Quick on a full table: the texts are indexed again by the job.

-- The words of a text that consist of parts with a hyphen, an apostrophe or a half space (U+200C) between them, written as one, and folded.
-- Not those of addresses. Null if there are none.
create function joined_words(text text) returns text
language sql immutable strict parallel safe
return case when text ~ '\w[-''’‐‑\u200c]\w' then (
  select string_agg(distinct case when octet_length(word) = length(word) then word else word || ' ' || fold_word(word) end, ' ')
  from (
    select normalize(translate(match[1], '-''’‐‑' || U&'\200c', ''), NFKC) as word
    from regexp_matches(lower(text),
      '(?<![\w.:/@%#''’‐‑\u200c-])([[:alpha:]]\w*(?:[-‐‑\u200c]\w+|[''’][[:alpha:]]\w{2,}){1,3})(?:[''’]s?)?(?![\w/''’‐‑\u200c-])', 'g') as match
  ) as joined
  where length(word) <= 40 and word !~ ('[' || unspaced_letters() || ']')) end;

-- As before, and: half spaces between Arabic letters are spaces; a letter with a star or a plus is a word of its own; so is the v of a
-- version.
create or replace function words_in(text text, for_query boolean) returns text
language plpgsql immutable strict parallel safe as $$
declare
  unspaced constant text := unspaced_letters();
  words text := text;
  is_ascii boolean := octet_length(text) = length(text);
  emoji text;
  label text;
begin
  if not is_ascii then
    words := regexp_replace(regexp_replace(normalize(words, NFKC), '(?<=[\u0600-\u06ff])\u200c+(?=[\u0600-\u06ff])', ' ', 'g'),
      '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\U0001f3fb-\U0001f3ff\U000e0000-\U000e0fff]',
      '', 'g');
  end if;
  words := lower(words);
  if words ~ '%[2-9a-f][0-9a-f]' then
    for label in select distinct match[1] from regexp_matches(words, '((?:%(?:c[2-9a-f]|d[0-9a-f])%[89ab][0-9a-f]|%(?:e0%[ab]|e[1-9a-cef]%[89ab]|ed%[89])[0-9a-f]%[89ab][0-9a-f]|%(?:f0%[9ab]|f[1-3]%[89ab]|f4%8)[0-9a-f](?:%[89ab][0-9a-f]){2})+)', 'g') as match loop
      words := replace(words, label, lower(normalize(convert_from(decode(replace(label, '%', ''), 'hex'), 'UTF8'), NFKC)));
    end loop;
    words := regexp_replace(words, '%[2-7][0-9a-f]', ' ', 'g');
    is_ascii := octet_length(words) = length(words);
  end if;
  if strpos(words, 'xn--') > 0 then
    for label in select distinct match[1] from regexp_matches(words, '\mxn--([a-z0-9-]{1,59})', 'g') as match loop
      words := replace(words, 'xn--' || label, decode_punycode(label));
    end loop;
    is_ascii := octet_length(words) = length(words);
  end if;
  if words ~ '[+#.*]' then
    words := regexp_replace(words, '(\w)\+\+(?![\w+])', '\1 plusplus ', 'g');
    words := regexp_replace(words, '(?<![\w*+])([a-z])\*(?![\w*])', '\1 \1star ', 'g');
    words := regexp_replace(words, '(?<![\w+])([a-z])\+(?![\w+])', '\1 \1plus ', 'g');
    words := regexp_replace(words, '\mv(?=\d+\.\d)', 'v ', 'g');
    words := regexp_replace(words, '(\w)#(?!\w)', '\1 sharp ', 'g');
    words := regexp_replace(words, '(^|[\s(])\.(?=[a-z])', '\1 dot ', 'g');
  end if;
  if strpos(words, '://') > 0 or strpos(words, 'www.') > 0 then
    words := regexp_replace(words, '\m(https?://(www\.)?|www\.)', ' ', 'g');
  end if;
  words := regexp_replace(words, '[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]+', ' ', 'g');
  if is_ascii then return words; end if;
  for emoji in
    select distinct match[1] from regexp_matches(words, '[\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff]', 'g') as match
  loop
    words := replace(words, emoji, ' emoji' || to_hex(ascii(emoji)) || ' ');
  end loop;
  words := regexp_replace(words,
    '[\u0080-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7\u02b9-\u02ff\u0375\u037e\u0384\u0385\u0387\u055a-\u055f\u0589\u058a\u05be\u05c0\u05c3\u05c6\u05f3\u05f4\u0600-\u060f\u061b-\u061f\u066a-\u066d\u06d4\u06dd\u06de\u06e9\u0700-\u070d\u0964\u0965\u0970\u0e2f\u0e3f\u0e4f\u0e5a\u0e5b\u0f01-\u0f17\u0f3a-\u0f3d\u0f85\u104a-\u104f\u10fb\u1360-\u1368\u166e\u1680\u17d4-\u17db\u1800-\u180a\u1c3b-\u1c3f\u1c7e\u1c7f\u2000-\u206f\u20a0-\u20cf\u2100-\u2bff\u2e00-\u2e7f\u2ff0-\u2fff\u3000-\u3004\u3008-\u3020\u3030\u303d-\u303f\u30a0\u30fb\ua874-\ua877\ua8ce\ua8cf\ua92e\ua92f\ua9c1-\ua9cd\uaa5c-\uaa5f\uabeb\ufd3e\ufd3f\ufe10-\ufe6f\ue000-\uf8ff\ufff0-\uffff\U0001f000-\U0001faff\U000f0000-\U0010ffff]+',
    ' ', 'g');
  if words !~ ('[' || unspaced || ']') then
    return words;
  end if;
  return (
    select concat_ws(' ', string_agg(coalesce(pairs, stretch), ' ' order by place),
      case when not for_query then string_agg(last_letter, ' ') end)
    from (
      select part.place, part.stretch, cut.pairs, cut.last_letter
      from (
        select matched.place, matched.part[1] as stretch,
          matched.part[1] ~ ('^[' || unspaced || ']') as has_no_spaces
        from regexp_matches(words, '[' || unspaced || ']+|[^' || unspaced || ']+', 'g')
          with ordinality as matched (part, place)) as part
      left join lateral (
        select string_agg(letter || next, ' ' order by at) filter (where next is not null or at = 1) as pairs,
          max(letter) filter (where next is null and at > 1) as last_letter
        from (
          select at, letter[1] as letter, case when at = 1 then coalesce(lead(letter[1]) over (order by at), '')
            else lead(letter[1]) over (order by at) end as next
          from regexp_matches(part.stretch,
            '.[\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ecd\u0f71-\u0f84\u0f90-\u0fbc\u102b-\u103e\u1056-\u1059\u17b4-\u17d3\u17dd\u3099\u309a]*', 'g')
            with ordinality as letters (letter, at)) as lettered) as cut on has_no_spaces) as parts);
end $$;

-- As before, with the words that are written in parts.
create or replace function words_of(text text, exact "char", folded "char", all_words boolean default false) returns tsvector
language plpgsql stable strict parallel safe as $$
declare
  prepared text := words_in(text, false);
  stems tsvector := setweight(to_tsvector('forum_words', prepared), exact);
  more text;
  joined text := joined_words(text);
begin
  if joined is not null then stems := stems || setweight(to_tsvector('forum_words', joined), folded); end if;
  with word as materialized (
    select lexeme, positions, to_tsvector('forum_words', lexeme) = '' as is_ignored
    from unnest(to_tsvector('simple', prepared))
    where octet_length(lexeme) <> length(lexeme) or length(lexeme) <= 10
  ), ignored as materialized (
    select lexeme, position from word cross join unnest(positions) as position where is_ignored
  ), form as (
    select stem, positions, folded::text as weight
    from word cross join lateral unnest(folded_forms(lexeme)) as form
    cross join lateral unnest(tsvector_to_array(to_tsvector('forum_words', form))) as stem
    where not is_ignored and octet_length(lexeme) <> length(lexeme)
    union all
    select word.lexeme || ' ' || next.lexeme, array_agg(word.position), exact::text
    from ignored as word join ignored as next on next.position = word.position + 1 group by 1
    union all
    select lexeme, positions, exact::text from word where is_ignored and all_words
  )
  select string_agg(quote_literal(stem) || ':' || array_to_string(positions, weight || ',') || weight, ' ') into more from form;
  return case when more is null then stems else (stems::text || ' ' || more)::tsvector end;
end $$;

-- As before. A word of several parts is their phrase, or the word that they are without what is between them.
create or replace function search_query(query text) returns tsquery
language plpgsql stable parallel safe as $$
declare
  minus text; phrase text; word text; form record; parts tsquery; joined tsquery;
  prepared text := '';
  result tsquery;
begin
  for minus, phrase, word in
    select match[1], match[2], match[3] from regexp_matches(query, '(-?)(?:"([^"]*)(?:"|$)|([^\s"]+))', 'g') as match
  loop
    if lower(word) = 'or' and minus = '' then
      prepared := prepared || ' or';
    else
      word := trim(words_in(coalesce(phrase, word), true));
      if word <> '' then prepared := prepared || ' ' || minus || '"' || word || '"'; end if;
    end if;
  end loop;
  result := websearch_to_tsquery('forum_words', prepared);
  for word in
    select match[1] from regexp_matches(regexp_replace(query, '"[^"]*("|$)', ' ', 'g'), '([^\s"]+)', 'g') as match where match[1] ~ '\w[-''’‐‑\u200c]\w'
  loop
    select string_agg(stem::text, ' | ')::tsquery into joined
    from (select plainto_tsquery('forum_words', one) as stem from string_to_table(joined_words(word), ' ') as one) as stemmed
    where numnode(stem) > 0;
    continue when joined is null;
    parts := phraseto_tsquery('forum_words', words_in(word, true));
    if numnode(parts) > 0 then
      result := ts_rewrite(result, parts, parts || joined);
    elsif numnode(result) = 0 then
      result := coalesce(ignored_words_query(query) || joined, joined);
    end if;
  end loop;
  if octet_length(prepared) = length(prepared) then return result; end if;
  for form in
    select plainto_tsquery('forum_words', lexeme) as stem, lexeme
    from unnest(to_tsvector('simple', prepared)) where octet_length(lexeme) <> length(lexeme)
  loop
    continue when numnode(form.stem) = 0;
    result := ts_rewrite(result, form.stem, case
      when form.lexeme ~ ('^[' || unspaced_letters() || ']') and words_in(form.lexeme, false) = form.lexeme
        then (quote_literal(form.lexeme) || ':*')::tsquery
      else (
        select string_agg(stem::text, ' | ')::tsquery
        from (
          select form.stem
          union
          select plainto_tsquery('forum_words', folded) from unnest(folded_forms(form.lexeme)) as folded) as stemmed
        where numnode(stem) > 0) end);
  end loop;
  return result;
end $$;

-- As before. Of words with several parts the last is marked where they were found as one. Where the passages are cut, there is an ellipsis;
-- options separate them by U+E002.
create or replace function marked(text text, hits tsquery, options text) returns text
language plpgsql stable parallel safe as $$
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
      when left(fold_word(left(lexeme, 1)), 1) = any(first_letters) or lexeme ~ ('[./@' || unspaced_letters() || ']')
        then words_of(lexeme, 'A', 'A', true) @@ hits end;
  end if;
  if hits is not null and text ~ '\w[-''’‐‑\u200c]\w' then
    select coalesce(found_words || string_agg(quote_literal(part), ' | ')::tsquery, found_words, string_agg(quote_literal(part), ' | ')::tsquery)
    into found_words
    from (
      select lower(substring(match[1] from '\w{3,}$')) as part
      from regexp_matches(text, '(\w+(?:[''’]\w{3,}|[-‐‑\u200c]\w+)+)', 'g') as match
      where to_tsvector('forum_words', joined_words(match[1])) @@ hits) as ending
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
end $$;

create or replace function title_words(title text) returns setof text
language sql stable strict parallel safe as $$
  select distinct fold_word(lexeme) from unnest(to_tsvector('simple', concat_ws(' ', words_in(title, true), joined_words(title))))
  where length(fold_word(lexeme)) between 4 and 30 and lexeme !~ ('[' || unspaced_letters() || ']')
$$;

-- The words of titles are counted again, and all texts are indexed again.
truncate search_words;
update search_progress set after_id = 0, is_finished = subject = 'words';
