import { errors } from '../../../contract/errors.ts'
import { batchedWrites } from '../../platform/database/batch.ts'
import type { Db } from '../../platform/database/connection.ts'
import { forReplica, queryRow, queryRows } from '../../platform/database/statement.ts'
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

/** The viewer state of a post and its comments. */
export type OpenedPost = Omit<PostStateRow, 'place'>

/** Does not record a visit. */
const postStateOfReplica = forReplica(postState, /^with visit as .*?(?=select given\.place)/, '')

/** A member's request for the state of a post. */
interface Reading {
  readonly publicId: string
  readonly memberId: string
  readonly visits: boolean
  readonly whole: boolean
  readonly onReplica: boolean
}

async function findStates(db: Db, readings: readonly Reading[]): Promise<(OpenedPost | undefined)[]> {
  const [first] = readings
  if (!first) return []
  const rows = await queryRows(db, first.onReplica ? postStateOfReplica : postState, {
    visits: first.visits,
    whole: first.whole,
    memberIds: readings.map(({ memberId }) => memberId),
    publicIds: readings.map(({ publicId }) => publicId),
  })
  const byPlace = new Map(rows.map((row) => [row.place, row]))
  return readings.map((_reading, at) => byPlace.get(at + 1))
}

/** Requests that arrive at the same time share a statement; it has each pair of member and post once. */
const findState = batchedWrites<Reading, OpenedPost | undefined>(
  findStates,
  async (db, reading) => (await findStates(db, [reading]))[0],
  {
    groupOf: ({ visits, whole, onReplica }) => `${visits} ${whole} ${onReplica}`,
    nameOf: ({ visits, memberId, publicId }) => (visits ? `${memberId} ${publicId}` : null),
  },
)

async function findStateForGuests(db: Db, publicId: string): Promise<OpenedPost | undefined> {
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
): Promise<OpenedPost> {
  const row = viewer
    ? await findState(db, { ...wanted, publicId, memberId: viewer.id, onReplica: viewer.readsOnly })
    : await findStateForGuests(db, publicId)
  if (!row) throw new Refused(errors.postNotFound)
  return row
}
