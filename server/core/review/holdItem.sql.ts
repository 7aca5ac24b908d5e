// Made from holdItem.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly kind: string
  readonly authorId: string
  readonly communityId: string
  readonly postId: string | null
  readonly commentId: string | null
  readonly sent: unknown
  readonly imageIds: readonly string[]
  readonly sentHash: Buffer
  readonly reasons: unknown
}

export type HoldItemRow = {
  id: string
}

export const holdItem: Statement<Parameters, HoldItemRow> = {
  name: 'holdItem',
  text: `with item as ( insert into held_items (kind, author_id, community_id, post_id, comment_id, sent, image_ids, sent_hash, reasons, alerted_at) select $1, $2::bigint, $3::bigint, $4::bigint, $5::bigint, $6::jsonb, $7::bigint[], $8::bytea, $9::jsonb, case when not exists ( select from held_items where held_items.community_id = $3 and alerted_at > now() - interval '1 hour') then now() end on conflict (author_id, sent_hash) where decided_at is null do nothing returning id, author_id, community_id, alerted_at ), due as materialized ( select receiver.user_id, item.community_id from item cross join lateral alert_receivers(item.community_id, null, null) as receiver where item.alerted_at is not null and receiver.on_first and receiver.user_id <> item.author_id ), member as materialized ( select users.id from users where id in (select user_id from due) order by id for no key update ), notification as materialized ( select due.user_id, notify_with_details(due.user_id, 'held_waiting', '{}', community => due.community_id) as new_count_change from member join due on due.user_id = member.id ), updated_member as materialized ( select (count_for_member(user_id, more_notifications => new_count_change)).id from notification ) select id from item where (select count(*) from updated_member) >= 0`,
  parameters: ['kind', 'authorId', 'communityId', 'postId', 'commentId', 'sent', 'imageIds', 'sentHash', 'reasons'],
  literals: [],
}
