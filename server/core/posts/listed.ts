import type { ItemVersion } from '../../platform/cache/items.ts'
import { batched } from '../../platform/database/batch.ts'
import type { Db } from '../../platform/database/connection.ts'
import { queryRows } from '../../platform/database/statement.ts'
import type { Viewer } from '../sessions/viewer.ts'
import { type ListedStateRow, listedState } from './listedState.sql.ts'
import type { PostState } from './serialize.ts'

/** A list of posts as it is for one viewer: their versions, and what they are to the viewer where it is not the default. */
export interface PostsForViewer {
  readonly versions: readonly ItemVersion[]
  readonly stateOf: ReadonlyMap<string, PostState>
}

/**
 * The viewer state of some posts, where it is not the default, and which of them have changed. Concurrent requests share a
 * query.
 */
const findState = batched<{ viewerId: string; posts: readonly ItemVersion[] }, ListedStateRow[]>(
  async (db, asked) => {
    const posts = asked.flatMap(({ viewerId, posts }, place) =>
      posts.map((post) => ({ place, viewerId, ...post })),
    )
    const found = await queryRows(db, listedState, {
      places: posts.map(({ place }) => place),
      viewerIds: posts.map(({ viewerId }) => viewerId),
      postIds: posts.map(({ id }) => id),
      versions: posts.map(({ version }) => version),
    })
    const states: ListedStateRow[][] = asked.map(() => [])
    for (const row of found) states[row.place]?.push(row)
    return states
  },
)

/** Whether a post is to a member what it is to everyone. */
export const isDefaultState = (row: PostState): boolean =>
  row.my_vote === null &&
  row.visited_at === null &&
  !row.is_author_muted &&
  !row.is_community_muted &&
  !row.is_in_list

/**
 * For a list that was read for everyone: it may be a moment old in its order; the viewer state and all that has changed in a
 * post is of now, and what was deleted meanwhile is excluded. Guests, who have no state, get it as it was read.
 */
export async function getPostsForViewer(
  db: Db,
  posts: readonly ItemVersion[],
  viewer: Pick<Viewer, 'id'> | null,
): Promise<PostsForViewer> {
  const found = viewer && posts.length > 0 ? await findState(db, { viewerId: viewer.id, posts }) : []
  const changed = new Map(found.map((row) => [row.id, row]))
  return {
    versions: posts.flatMap(({ id, version }) => {
      const now = changed.get(id)
      return now?.is_deleted ? [] : [{ id, version: now?.new_version ?? version }]
    }),
    stateOf: new Map(found.flatMap((row) => (isDefaultState(row) ? [] : [[row.id, row] as const]))),
  }
}
