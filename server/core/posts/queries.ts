import { errors } from '../../../contract/errors.ts'
import type { Db } from '../../platform/database/connection.ts'
import { queryRow } from '../../platform/database/statement.ts'
import { Refused } from '../../platform/http/refused.ts'
import { rendererVersion } from '../../platform/markdown/render.ts'
import type { BodyFormat } from '../api/viewAs.ts'
import { getPost } from './getPost.sql.ts'
import type { PostRow } from './serialize.ts'

/**
 * One post, deleted ones too, in one round trip.
 *
 * @throws Refused with `post/not-found`.
 */
export async function getPostRow(
  db: Db,
  publicId: string,
  { viewerId, text: format }: { viewerId: string | null; text: BodyFormat },
): Promise<PostRow> {
  const row = await queryRow(db, getPost, { publicId, viewerId, format, renderer: rendererVersion })
  if (!row) throw new Refused(errors.postNotFound)
  return row
}
