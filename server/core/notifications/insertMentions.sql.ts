// Made from insertMentions.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly commentId: string | null
  readonly postId: string
  readonly names: readonly string[]
}

export type InsertMentionsRow = {
  id: string | null
}

export const insertMentions: Statement<Parameters, InsertMentionsRow> = {
  name: 'insertMentions',
  text: `with text as materialized ( select posts.id as post_id, posts.community_id, comment.id as comment_id, coalesce(comment.author_id, posts.author_id) as author_id, case when comment.id is not null then array[posts.author_id, parent.author_id] else '{}' end as answered_ids from posts left join comments as comment on comment.id = $1::bigint left join comments as parent on parent.id = comment.parent_id where posts.id = $2 ), mentioned as materialized ( select mentionable.id from text cross join lateral mentionable($3::text[], text.author_id, text.community_id) as mentionable (id) ), member as materialized ( select users.id from users cross join text where users.id = any(array(select id from mentioned)) and (users.reply_notifications_off or users.id <> all(array_remove(text.answered_ids, null))) order by users.id for no key update of users ), notification as materialized ( select member.id as user_id, notify_of_mention(member.id, post_id, comment_id, author_id) as new_count_change from member cross join text ) select (count_for_member(user_id, more_notifications => new_count_change)).id as "id" from notification`,
  parameters: ['commentId', 'postId', 'names'],
  literals: [],
}
