-- Search in all scripts: the words of a text as people type them, whatever its language. Quick on a full table: the texts are indexed
-- again by the job, and stay findable by their words meanwhile.
--
-- The same functions prepare what is indexed and what is searched for, so both are always cut and folded alike.

-- A word without accents and other marks that people leave out when they type, in small letters. It stays another word where people
-- write another letter: й is not и. Words of ASCII letters are returned as they are.
create function fold_word(word text) returns text
language sql immutable strict parallel safe
return case when octet_length(word) = length(word) then word else
  replace(replace(replace(replace(translate(
    normalize(
      regexp_replace(normalize(word, NFKD),
        '(?<![иу])\u0306|(?<!і)\u0308|[\u0300-\u0305\u0307\u0309-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u08d3-\u08ff\u093c\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff]',
        '', 'g'),
      NFC),
    'ςıłøđðħŧŋىیېکةٱہھ٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९', 'σiloddhtnيييكهاهه012345678901234567890123456789'),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') end;

-- The forms besides the word itself by which it is found: without accents, and as it is spelled without the letters ä, ö, ü, ø, å.
create function folded_forms(word text) returns text[]
language sql immutable strict parallel safe
return case when octet_length(word) = length(word) then '{}'
  else array_remove(array[fold_word(word),
    case when word ~ '[äöüøå]'
      then fold_word(replace(replace(replace(replace(replace(word, 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'ø', 'oe'), 'å', 'aa')) end],
    word) end;

-- What a label of a host stands for that begins with `xn--`, which is given without these letters (Punycode, RFC 3492).
create function decode_punycode(label text) returns text
language plpgsql immutable strict parallel safe as $$
declare
  basic text := coalesce(substring(label from '^(.*)-[^-]*$'), '');
  encoded text := substring(label from '[^-]*$');
  characters text[] := string_to_array(basic, null);
  code bigint := 128; place bigint := 0; bias integer := 72; last_place bigint; weight bigint; k integer; threshold integer;
  digit integer; delta bigint; steps integer; at integer := 1;
begin
  if basic = '' then characters := '{}'; end if;
  while at <= length(encoded) loop
    last_place := place; weight := 1; k := 36;
    loop
      digit := strpos('abcdefghijklmnopqrstuvwxyz0123456789', substr(encoded, at, 1)) - 1;
      if digit < 0 or at > length(encoded) or place > 4000000000 then return 'xn--' || label; end if;
      at := at + 1;
      place := place + digit * weight;
      threshold := least(greatest(k - bias, 1), 26);
      exit when digit < threshold;
      weight := weight * (36 - threshold); k := k + 36;
      if weight > 4000000000 then return 'xn--' || label; end if;
    end loop;
    delta := (place - last_place) / case when last_place = 0 then 700 else 2 end;
    delta := delta + delta / (cardinality(characters) + 1);
    steps := 0;
    while delta > 455 loop delta := delta / 35; steps := steps + 36; end loop;
    bias := steps + 36 * delta / (delta + 38);
    code := code + place / (cardinality(characters) + 1);
    place := place % (cardinality(characters) + 1);
    if code > 1114111 or code between 55296 and 57343 then return 'xn--' || label; end if;
    characters := characters[:place] || chr(code::integer) || characters[place + 1:];
    place := place + 1;
  end loop;
  return array_to_string(characters, '');
end $$;

-- The letters of scripts without spaces between words, for an expression in brackets: Thai, Lao, Tibetan, Burmese, Khmer, Japanese and
-- Chinese; and of Korean, whose words have endings.
create function unspaced_letters() returns text
language sql immutable parallel safe
return '\u0e00-\u0fff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u3005-\u30ff\u31f0-\u31ff\u3400-\u9fff\ua960-\ua97f\uaa60-\uaa7f\uac00-\ud7ff\uf900-\ufaff\U00020000-\U0003ffff';

-- A text as words between spaces, in small letters, with their accents:
-- * Addresses are the words of which they consist, in letters instead of `xn--…` and `%…`, without `https://` and `www.`.
-- * Stretches of scripts without spaces between words are pairs of letters. A text also has the last letter
--   of each such stretch (not `for_query`), so that each letter begins a word and one alone is found.
-- * `++` and `#` after a letter and `.` before one are words of their own, so C, C++ and C# are different; so is each emoji.
-- * Everything else between letters and digits is a space.
create function words_in(text text, for_query boolean) returns text
language plpgsql immutable strict parallel safe as $$
declare
  unspaced constant text := unspaced_letters();
  words text := text;
  is_ascii boolean := octet_length(text) = length(text);
  emoji text;
  label text;
begin
  if not is_ascii then
    words := regexp_replace(normalize(words, NFKC),
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
  if words ~ '[+#.]' then
    words := regexp_replace(words, '(\w)\+\+(?![\w+])', '\1 plusplus ', 'g');
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

-- The words of a text by which it is found: the stems of the site's language with the weight `exact`, their folded forms with the weight
-- `folded`, and pairs of neighbouring words that the language ignores ("the who"). With `all_words`, ignored words themselves, too.
create function words_of(text text, exact "char", folded "char", all_words boolean default false) returns tsvector
language plpgsql stable strict parallel safe as $$
declare
  prepared text := words_in(text, false);
  stems tsvector := setweight(to_tsvector('forum_words', prepared), exact);
  more text;
begin
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

-- A query in the syntax of `websearch_to_tsquery`, which finds what `words_of` indexes: words that consist of several, such as
-- addresses and stretches of a script without spaces, are phrases.
create function search_query(query text) returns tsquery
language plpgsql stable parallel safe as $$
declare
  minus text; phrase text; word text; form record;
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

-- The query for words that the language of the site ignores, where there are no others: their neighbouring pairs, or a single one, which
-- is found in titles. Null if there are none.
create function ignored_words_query(query text) returns tsquery
language sql stable parallel safe
return (
  select string_agg(quote_literal(case when next is null then word else word || ' ' || next end), ' & ')::tsquery
  from (
    select word, lead(word) over (order by place) as next, count(*) over () as words
    from unnest(regexp_split_to_array(trim(words_in(regexp_replace(query, '(^|\s)-\S+', ' ', 'g'), true)), '\s+')) with ordinality as word (word, place)
    where word <> '') as paired
  where next is not null or words = 1);

-- The text that a reader sees of stored HTML, and the addresses of its links and descriptions of its pictures; of a text that is not rendered yet, its source without
-- the commonest marks.
create function visible_text(html text, source text) returns text
language sql immutable parallel safe
return case
  when html is null then regexp_replace(regexp_replace(source, '<[bh]r\s*/?>', ' ', 'gi'), '\*\*|~~|`', '', 'g')
  else (
    select replace(replace(replace(replace(replace(replace(
      regexp_replace(regexp_replace(html || more,
        '</?(?:a|abbr|b|bdi|code|del|em|i|input|ins|kbd|label|mark|q|s|small|span|strong|sub|sup|u|wbr)(?:\s[^>]*)?>', '', 'g'), '<[^>]*>', ' ', 'g'),
      '&nbsp;', ' '), '&quot;', '"'), '&#39;', ''''), '&lt;', '<'), '&gt;', '>'), '&amp;', '&')
    from (
      select coalesce(string_agg(' ' || coalesce(match[1], match[3]), ''), '') as more
      from regexp_matches(html, '<a [^>]*href="(https?://[^"]*)"[^>]*>([^<]*)|alt="([^"]+)"', 'g') as match
      where match[1] is distinct from match[2] or match[3] is not null) as hidden) end;

create function post_words(title text, body text, html text, link text, author_id bigint, community_id bigint, type text,
  created_at timestamptz) returns tsvector
language sql stable parallel safe
return words_of(title, 'A', 'C', true)
  || words_of(left(visible_text(left(html, 100000), left(coalesce(body, ''), 40000)), 40000), 'B', 'D')
  || words_of(coalesce(link, ''), 'D', 'D')
  || filter_words(author_id, community_id, type, created_at);

-- `type` is that of the post.
create function comment_words(body text, html text, author_id bigint, community_id bigint, type text, created_at timestamptz)
  returns tsvector
language sql stable parallel safe
return words_of(left(visible_text(left(html, 100000), left(body, 40000)), 40000), 'B', 'D')
  || filter_words(author_id, community_id, type, created_at);

-- The words of a query of which a text can have one, for marking where it was found. Null: there are none.
create function hit_words(query tsquery) returns tsquery
language sql immutable parallel safe
return nullif(nullif(regexp_replace(replace(querytree(loose_query(query)), ' & ', ' | '), '''(\S+) (\S+)''', '''\1'' | ''\2''', 'g'), 'T'), '')::tsquery;

-- A text with marks around the words that `hits` are the stems or folded forms of.
create function marked(text text, hits tsquery, options text) returns text
language plpgsql stable parallel safe as $$
declare
  first_letters text[] := array(select distinct left(fold_word(match[1]), 1) from regexp_matches(hits::text, '''(.)', 'g') as match);
  found_words tsquery;
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
  return ts_headline('simple', text, coalesce(found_words, '''§'''), options);
end $$;

-- The words of a title that the last word of a search is completed to, and in which typing errors are looked for.
create function title_words(title text) returns setof text
language sql stable strict parallel safe as $$
  select distinct fold_word(lexeme) from unnest(to_tsvector('simple', words_in(title, true)))
  where length(fold_word(lexeme)) between 4 and 30 and lexeme !~ ('[' || unspaced_letters() || ']')
$$;

-- The words of the description of a community.
create function about_words(about text) returns tsvector
language sql immutable parallel safe set search_path from current
as $$ select words_of(coalesce(about, ''), 'B', 'D') $$;

create or replace function index_new_posts() returns trigger language plpgsql as $$ begin
  if current_setting('folkmoot.index_later', true) = 'on' then return null; end if;
  insert into post_search (post_id, community_id, author_id, type, created_at, words)
  select id, community_id, author_id, type, created_at,
    post_words(title, body, body_html, link_url, author_id, community_id, type, created_at)
  from added where deleted_at is null;
  return null;
end $$;

create or replace function index_changed_post() returns trigger language plpgsql as $$ begin
  if new.deleted_at is not null then
    delete from post_search where post_id = new.id;
  else
    insert into post_search (post_id, community_id, author_id, type, created_at, words)
    values (new.id, new.community_id, new.author_id, new.type, new.created_at,
      post_words(new.title, case when new.content_deleted_at is null then new.body end,
        case when new.content_deleted_at is null then new.body_html end,
        case when new.content_deleted_at is null then new.link_url end,
        new.author_id, new.community_id, new.type, new.created_at))
    on conflict (post_id) do update set words = excluded.words;
  end if;
  return null;
end $$;

create or replace function index_new_comments() returns trigger language plpgsql as $$ begin
  if current_setting('folkmoot.index_later', true) = 'on' then return null; end if;
  insert into comment_search (comment_id, post_id, community_id, author_id, created_at, words)
  select added.id, added.post_id, posts.community_id, added.author_id, added.created_at,
    comment_words(added.body, added.body_html, added.author_id, posts.community_id, posts.type, added.created_at)
  from added join posts on posts.id = added.post_id where added.deleted_at is null;
  return null;
end $$;

create or replace function index_changed_comment() returns trigger language plpgsql as $$ begin
  if new.deleted_at is not null then
    delete from comment_search where comment_id = new.id;
  else
    insert into comment_search (comment_id, post_id, community_id, author_id, created_at, words)
    select new.id, new.post_id, posts.community_id, new.author_id, new.created_at,
      comment_words(new.body, new.body_html, new.author_id, posts.community_id, posts.type, new.created_at)
    from posts where posts.id = new.post_id
    on conflict (comment_id) do update set words = excluded.words;
  end if;
  return null;
end $$;

drop trigger index_changed_post on posts;
create trigger index_changed_post after update of title, body, link_url, deleted_at, content_deleted_at on posts
  for each row execute function index_changed_post();
-- An imported text is rendered later, and indexed again as readers see it.
create trigger index_rendered_post after update of body_html on posts
  for each row when (old.body_html is null and new.body_html is not null and new.body = old.body) execute function index_changed_post();
create trigger index_rendered_comment after update of body_html on comments
  for each row when (old.body_html is null and new.body_html is not null and new.body = old.body) execute function index_changed_comment();

drop function post_words(text, text, text, bigint, bigint, text, timestamptz);
drop function comment_words(text, bigint, bigint, text, timestamptz);

drop index communities_by_words;
create index communities_by_words on communities using gin (about_words(about));

create or replace function relevance(words tsvector, query tsquery, any_word tsquery, points integer, created_at timestamptz)
returns float8 language sql stable parallel safe
return (3 * ts_rank('{0, 0.7, 0, 1}', words, any_word) + ts_rank('{0.5, 0.7, 1, 1}', words, query, 1))
  * (1 + ln(greatest(points, 1)) / 4)
  / (1 + greatest(extract(epoch from now() - created_at)::float8, 0) / (8 * 31557600));

-- The words of titles are counted again, without accents.
truncate search_words;
update search_progress set after_id = 0, is_finished = subject = 'words';
