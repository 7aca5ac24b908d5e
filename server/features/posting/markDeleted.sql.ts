// Made from markDeleted.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly postId: string
  readonly memberId: string
  readonly role: string
  readonly deletesContent: boolean
}

export type MarkDeletedRow = {
  was_deleted: boolean
  was_content_deleted: boolean
}

export const markDeleted: Statement<Parameters, MarkDeletedRow> = {
  name: 'markDeleted',
  text: `with target as materialized ( select id, author_id, deleted_at, content_deleted_at from posts where id = $1 for no key update ), deleted_post as materialized ( select delete_posts(array(select id from target), $2, $3, \${deletesContent}) ), mention_removal as materialized ( select author_id, deleted_at, take_back_mentions(array[id], '{}', author_id) from target cross join deleted_post ), updated_author as materialized ( select count_posts_of_member(author_id, -1) from mention_removal where deleted_at is null ) select deleted_at is not null as was_deleted, content_deleted_at is not null as was_content_deleted from target where (select count(*) from updated_author) >= 0`,
  parameters: ['postId', 'memberId', 'role'],
  literals: ['deletesContent'],
}
