// Made from indexPosts.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly limit: string
}

export type IndexPostsRow = {
  is_finished: boolean
}

export const indexPosts: Statement<Parameters, IndexPostsRow> = {
  name: 'indexPosts',
  text: `with batch as ( select * from posts where id > (select after_id from search_progress where subject = 'posts') order by id limit $1::bigint ), indexed_post as ( insert into post_search (post_id, community_id, author_id, type, created_at, words) select id, community_id, author_id, type, created_at, post_words(title, case when content_deleted_at is null then body end, case when content_deleted_at is null then body_html end, case when content_deleted_at is null then link_url end, author_id, community_id, type, created_at) from batch where deleted_at is null on conflict (post_id) do update set words = excluded.words where post_search.words is distinct from excluded.words ) update search_progress set after_id = coalesce((select max(id) from batch), after_id), is_finished = not exists (select from batch) where subject = 'posts' returning is_finished`,
  parameters: ['limit'],
  literals: [],
}
