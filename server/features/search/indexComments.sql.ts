// Made from indexComments.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly limit: string
}

export type IndexCommentsRow = {
  is_finished: boolean
}

export const indexComments: Statement<Parameters, IndexCommentsRow> = {
  name: 'indexComments',
  text: `with batch as ( select comments.*, posts.community_id, posts.type from comments join posts on posts.id = comments.post_id where comments.id > (select after_id from search_progress where subject = 'comments') order by comments.id limit $1::bigint ), indexed_comment as ( insert into comment_search (comment_id, post_id, community_id, author_id, created_at, words) select id, post_id, community_id, author_id, created_at, comment_words(body, body_html, author_id, community_id, type, created_at) from batch where deleted_at is null on conflict (comment_id) do update set words = excluded.words where comment_search.words is distinct from excluded.words ) update search_progress set after_id = coalesce((select max(id) from batch), after_id), is_finished = not exists (select from batch) where subject = 'comments' returning is_finished`,
  parameters: ['limit'],
  literals: [],
}
