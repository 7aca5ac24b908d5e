-- Takes the words of the titles of posts, also of earlier ones, from those that the search knows; the words that no other title has are gone.
--
-- :placeholders are titles that stand for what is gone. Locks: the words in their order. Uses posts_pkey, text_versions_of_posts and
-- search_words_pkey. One round trip.
with title as (
  select title from posts where id = any(:posts)
  union all
  select title from text_versions where post_id = any(:posts) and title is not null
), word as materialized (
  select word, count(*) as uses from title cross join lateral title_words(title) as word
  where title <> all(:placeholders::text[]) group by word
), known as materialized (
  select search_words.word, word.uses from search_words join word on word.word = search_words.word
  order by search_words.word for update of search_words
), gone as (
  delete from search_words using known where search_words.word = known.word and search_words.uses <= known.uses
)
update search_words set uses = search_words.uses - known.uses
from known where search_words.word = known.word and search_words.uses > known.uses
