import { errors } from '../../../contract/errors.ts'
import { batched } from '../../platform/database/batch.ts'
import type { Db } from '../../platform/database/connection.ts'
import { queryRow, queryRows } from '../../platform/database/statement.ts'
import { Refused } from '../../platform/http/refused.ts'
import { rendererVersion } from '../../platform/markdown/render.ts'
import type { BodyFormat } from '../api/viewAs.ts'
import { enforceReading } from '../permissions/bans.ts'
import type { Viewer } from '../sessions/viewer.ts'
import type { Visits } from '../visits/visits.ts'
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
  { viewerId, format }: { viewerId: string | null; format: BodyFormat },
): Promise<PostRow> {
  const row = await queryRow(db, getPost, { publicId, viewerId, format, renderer: rendererVersion })
  if (!row) throw new Refused(errors.postNotFound)
  return row
}

/** The viewer state of a post and its comments. */
export type OpenedPost = Omit<PostStateRow, 'place' | 'read_micros'>

/** A member's request for the state of a post. */
interface Reading {
  readonly publicId: string
  readonly memberId: string
  readonly notedMicros: string
  readonly whole: boolean
}

/** Concurrent requests share a statement. */
const findState = batched<Reading, PostStateRow | undefined>(
  async (db, readings) => {
    const rows = await queryRows(db, postState, {
      whole: readings[0]?.whole ?? false,
      memberIds: readings.map(({ memberId }) => memberId),
      publicIds: readings.map(({ publicId }) => publicId),
      notedMicros: readings.map(({ notedMicros }) => notedMicros),
    })
    const byPlace = new Map(rows.map((row) => [row.place, row]))
    return readings.map((_reading, at) => byPlace.get(at + 1))
  },
  { groupOf: ({ whole }) => String(whole) },
)

async function findStateForGuests(db: Db, publicId: string): Promise<OpenedPost | undefined> {
  const row = await queryRow(db, postStateForGuests, { publicId })
  return row && { ...row, upvoted: [], downvoted: [], muted_members: [], is_joined: false, is_in_list: false }
}

/**
 * What a post and its comments are to a viewer; a member opens it now if `isVisit`. Without `whole` only what its comments
 * need. For guests the version of the item alone.
 *
 * @throws Refused with `post/not-found`, and to members who may not read its community.
 */
export async function getPostState(
  { db, visits }: { db: Db; visits: Visits },
  publicId: string,
  { viewer, isVisit, whole }: { viewer: Viewer | null; isVisit: boolean; whole: boolean },
): Promise<OpenedPost> {
  if (!viewer) {
    const row = await findStateForGuests(db, publicId)
    if (!row) throw new Refused(errors.postNotFound)
    return row
  }
  const visit = { memberId: viewer.id, publicId }
  const row = await findState(db, { ...visit, notedMicros: visits.notedAt(visit), whole })
  if (!row) throw new Refused(errors.postNotFound)
  enforceReading(viewer, row.community_id)
  if (isVisit && !viewer.readsOnly) visits.note({ ...visit, micros: row.read_micros })
  return row
}
