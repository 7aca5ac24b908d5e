-- Counts the words in the titles of the next batch of posts, and stores its progress. No row if nothing was left.
--
-- Locks: the row of search_progress first, which serializes batches; then the words in their order.
-- Uses posts_pkey and search_words_pkey. One round trip.
with progress as (
  select after_id from search_progress where subject = 'words' for update
), batch as (
  select * from posts where id > (select after_id from progress)
  order by id limit :limit::bigint
), title_word as (
  select word, count(*) as uses from batch cross join lateral title_words(title) as word
  where deleted_at is null and content_deleted_at is null group by word
), counted_word as (
  insert into search_words (word, uses) select word, uses from title_word order by word
  on conflict (word) do update set uses = search_words.uses + excluded.uses
)
update search_progress set after_id = (select max(id) from batch)
where subject = 'words' and exists (select from batch) returning after_id
