import { errors } from '../../../contract/errors.ts'
import type { Db } from '../../platform/database/connection.ts'
import { forReplica, queryRow } from '../../platform/database/statement.ts'
import { Refused } from '../../platform/http/refused.ts'
import { rendererVersion } from '../../platform/markdown/render.ts'
import type { BodyFormat } from '../api/viewAs.ts'
import type { Viewer } from '../sessions/viewer.ts'
import { getPost } from './getPost.sql.ts'
import { type PostStateRow, postState } from './postState.sql.ts'
import { postStateForGuests } from './postStateForGuests.sql.ts'
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

/** Does not record a visit. */
const postStateOfReplica = forReplica(postState, /^with visit as .*?(?=select posts\.id)/, '')

async function findStateForGuests(db: Db, publicId: string): Promise<PostStateRow | undefined> {
  const row = await queryRow(db, postStateForGuests, { publicId })
  return row && { ...row, upvoted: [], downvoted: [], muted_members: [], is_joined: false }
}

/**
 * What a post and its comments are to a viewer; a member opens it now if `visits`. Without `whole` only what its comments
 * need. For guests the version of the shared part alone.
 *
 * @throws Refused with `post/not-found`.
 */
export async function getPostState(
  db: Db,
  publicId: string,
  { viewer, ...wanted }: { viewer: Viewer | null; visits: boolean; whole: boolean },
): Promise<PostStateRow> {
  const row = viewer
    ? await queryRow(db, viewer.readsOnly ? postStateOfReplica : postState, {
        ...wanted,
        publicId,
        memberId: viewer.id,
      })
    : await findStateForGuests(db, publicId)
  if (!row) throw new Refused(errors.postNotFound)
  return row
}
