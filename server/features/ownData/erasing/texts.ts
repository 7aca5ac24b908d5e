import { sql } from 'kysely'
import { blankContents } from '../../../core/content/blank.ts'
import { type Content, idsOf, lockContent } from '../../../core/content/content.ts'
import { takeDown } from '../../../core/content/takeDown.ts'
import { closeReports } from '../../../core/reports/close.ts'
import type { Db } from '../../../platform/database/connection.ts'
import type { Erasure, Place, Slice } from './erasure.ts'

/** Not deleted by a merge alone. */
const notMerged = sql` and (content_deleted_at is not null or not exists (
  select from post_merges where post_id = posts.id and undone_at is null and merged_at = posts.deleted_at))`

/** Also how many posts or comments are locked against votes at once. */
const textsPerSlice = 200

/**
 * What the member wrote: kept, blanked, or removed, as ordered. What was deleted before is blanked in any case, and earlier versions
 * are gone. A post that is merged into another counts as not deleted: undoing the merge brings it back.
 */
export async function eraseTexts(
  trx: Db,
  { userId, content: fate, orderedBy }: Erasure,
  { kind, isDeleted, place }: { kind: Content['kind']; isDeleted: boolean; place: Place | null },
): Promise<Slice> {
  const { rows: found } = await sql<{ id: string; at: string }>`
    select id::text, microseconds_of(created_at)::text as at from ${sql.table(`${kind}s`)}
    where author_id = ${userId} and ${isDeleted ? sql`` : sql`not`} (deleted_at is not null${kind === 'post' ? notMerged : sql``})
      and (${place === null} or (created_at, id) < (moment_of(${place?.at ?? '0'}::bigint), ${place?.id ?? '0'}::bigint))
    order by created_at desc, id desc limit ${sql.lit(textsPerSlice)}`.execute(trx)
  const ids = found.map(({ id }) => id)
  const last = found.at(-1)
  const next = found.length < textsPerSlice || !last ? null : { at: last.at, id: last.id }
  const actor = { id: orderedBy ?? userId }
  const as = orderedBy === userId ? 'normal' : 'admins'
  const contents = await lockContent(trx, actor, kind === 'post' ? { postIds: ids } : { commentIds: ids })
  const key = kind === 'post' ? 'post_id' : 'comment_id'
  if (fate === 'keep' && !isDeleted) {
    const { numAffectedRows = 0n } =
      await sql`delete from text_versions where ${sql.ref(key)} = any(${ids}::bigint[])`.execute(trx)
    return { counts: { versions: Number(numAffectedRows) }, next }
  }
  const { texts, versions, pictures } = await blankContents(trx, actor, contents, { as })
  if (fate === 'remove')
    await takeDown(
      trx,
      actor,
      contents
        .filter(({ deleted_at }) => deleted_at === null)
        // Nothing is left of a post by now; a comment is empty where it is only a place.
        .map((content) => ({ content, as, itsContent: kind === 'post' ? 'kept' : 'erased', why: null })),
    )
  await closeReports(
    trx,
    { postsAlone: idsOf('post', contents), comments: idsOf('comment', contents) },
    { outcome: 'removed', actor },
  )
  const ended = kind === 'post' ? 'posts' : 'comments'
  return { counts: { [ended]: texts, versions, pictures }, next }
}
