import { sql } from 'kysely'
import { errors } from '../../../contract/errors.ts'
import { wireId } from '../../../contract/ids.ts'
import { bodyMaxLength } from '../../../contract/limitValues.ts'
import { fieldsOf } from '../../../contract/objects.ts'
import { lockPermissions } from '../../core/permissions/permissionLock.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import { parseId } from '../../platform/http/ids.ts'
import { Refused } from '../../platform/http/refused.ts'

/**
 * Takes back what of the viewer waits for review or was refused, and makes a draft of its text: after that of one that there is in
 * its place.
 *
 * @returns the place of the draft.
 * @throws Refused with `invalid_id` or `held_item_not_found`.
 */
export const withdrawHeldItem = (
  db: Db,
  viewer: Pick<Viewer, 'id'>,
  given: { heldId: string },
): Promise<{ place: string }> =>
  db.transaction().execute(async (trx) => {
    await lockPermissions(trx, viewer)
    const item = await trx
      .deleteFrom('held_items')
      .where('id', '=', parseId(given.heldId))
      .where('author_id', '=', viewer.id)
      .where((eb) => eb.or([eb('outcome', 'is', null), eb('outcome', '=', 'refused')]))
      .returning(['id', 'kind', 'community_id', 'post_id', 'comment_id', 'sent'])
      .executeTakeFirstOrThrow(() => new Refused(errors.heldItemNotFound))
    const post = await trx
      .selectFrom('posts')
      .where('id', '=', item.post_id)
      .select(['public_id', 'title', 'body'])
      .executeTakeFirst()
    const comment = item.comment_id === null ? '' : `:${wireId('comment', item.comment_id)}`
    const place =
      item.kind === 'post'
        ? `post:held${item.id}`
        : `${item.kind === 'edit' ? 'edit' : 'reply'}:${post?.public_id}${comment}`
    // An edit that leaves something as it is sends nothing of it, and must not empty it later.
    const unchanged = item.kind === 'edit' && (await unchangedText(trx, item.comment_id, post))
    await sql`
      insert into drafts (user_id, place, post_type, title, body, url, community)
      select ${viewer.id}, ${place}, coalesce(sent->>'type', 'text'), coalesce(sent->>'title', ''), coalesce(sent->>'body', ''),
        coalesce(sent->>'url', ''), (select name from communities where id = ${item.community_id})
      from (select ${JSON.stringify({ ...unchanged, ...fieldsOf(item.sent) })}::jsonb as sent) as item
      -- Images alone are not kept as a draft.
      where concat(sent->>'title', sent->>'body', sent->>'url') <> ''
      on conflict (user_id, place) do update set
        body = left(concat_ws(E'\n\n', nullif(drafts.body, ''), nullif(excluded.body, '')), ${sql.lit(bodyMaxLength)}),
        saved_at = now()`.execute(trx)
    return { place }
  })

/** What a post or comment says now. */
async function unchangedText(
  trx: Db,
  commentId: string | null,
  post: { readonly title: string; readonly body: string | null } | undefined,
): Promise<{ title?: string; body?: string | null }> {
  if (commentId === null) return post ? { title: post.title, body: post.body } : {}
  const comment = await trx
    .selectFrom('comments')
    .where('id', '=', commentId)
    .select('body')
    .executeTakeFirst()
  return comment ?? {}
}
