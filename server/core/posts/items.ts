import { Type } from 'typebox'
import { Post } from '../../../contract/entities/post.ts'
import type { Item, ItemVersion } from '../../platform/cache/items.ts'
import type { Db } from '../../platform/database/connection.ts'
import { queryRows } from '../../platform/database/statement.ts'
import { Json, jsonObject, SharedJson, withFields } from '../../platform/http/json.ts'
import { rendererVersion } from '../../platform/markdown/render.ts'
import type { SharedServices } from '../api/route.ts'
import { serializerOf } from '../api/serializer.ts'
import { asGuest, type SharedView, sharedKey, type ViewAs } from '../api/viewAs.ts'
import { isRemoved } from '../content/removal.ts'
import type { Viewer } from '../sessions/viewer.ts'
import { type PostItemsRow, postItems } from './postItems.sql.ts'
import { type PostState, postFields, postStateView } from './serialize.ts'

/** A post as guests see it. */
interface PostItem extends Item {
  readonly json: SharedJson<Post>
  /** Whether moderators and admins, and its author if there is one here, may see more. */
  readonly withheld: { readonly authorId: string | null; readonly communityId: string } | null
}

const noState: PostState = {
  my_vote: null,
  visited_at: null,
  new_comments: 0,
  is_author_muted: false,
  is_community_muted: false,
}

/** The fields of a post that its viewer gets, with its comments and community where it is shown alone. */
export type ViewerFields = Pick<Post, 'comments' | 'commentsNext' | 'community'>

const stateJson = (
  state: PostState,
  to: Pick<ViewAs, 'viewer' | 'format'>,
  alone?: { [Name in keyof ViewerFields]: ViewerFields[Name] | Json<ViewerFields[Name]> },
): Json<object> =>
  jsonObject<object>({ comments: null, commentsNext: null, ...alone, ...postStateView(state, to) })

const guestState = stateJson(noState, { viewer: null, format: 'source' })

const viewerFields = [
  'comments',
  'commentsNext',
  'userVoted',
  'userVotedUp',
  'lastVisitAt',
  'newComments',
  'isAuthorMuted',
  'isCommunityMuted',
  'isSaved',
  'community',
] as const
const writeFields = serializerOf({ response: Type.Omit(Post, viewerFields) })

const fieldsText = (row: PostItemsRow, to: ViewAs) => writeFields(postFields(row, to), to.format)

function withheldOf(row: PostItemsRow): PostItem['withheld'] {
  const communityId = row.community_id
  if (isRemoved(row) || row.author_deleted_at !== null) return { authorId: row.author_id, communityId }
  return row.is_score_hidden ? { authorId: null, communityId } : null
}

function postItem(row: PostItemsRow, to: SharedView): PostItem {
  const json = new SharedJson<Post>(fieldsText(row, asGuest(to)), guestState)
  return {
    id: row.id,
    version: row.post_version,
    // Estimated: two for each character, and the parsed object for pages.
    bytes: (to.format === 'source' ? 2 : 6) * json.length,
    json,
    withheld: withheldOf(row),
  }
}

const findRows = (db: Db, ids: readonly string[], { format }: SharedView) =>
  queryRows(db, postItems, { ids, format, renderer: rendererVersion })

const seesWithheld = ({ withheld }: PostItem, viewer: Viewer | null): boolean =>
  withheld !== null &&
  viewer !== null &&
  (viewer.isAdmin || viewer.id === withheld.authorId || viewer.moderates.has(withheld.communityId))

/** What posts are to a viewer. */
interface PostsViewer {
  readonly to: ViewAs
  /** Undefined where the viewer has no state. */
  readonly stateOf: (id: string) => PostState | undefined
  /** What else the viewer gets of a post that is shown alone. */
  readonly alone?: Parameters<typeof stateJson>[2]
}

/**
 * The JSON of posts for one viewer, by id, without those that no longer exist. Withheld content is loaded for viewers who may see it.
 *
 * @param versions as the database has named them.
 */
export async function getPosts(
  { db, items }: Pick<SharedServices, 'db' | 'items'>,
  versions: readonly ItemVersion[],
  { to, stateOf, alone }: PostsViewer,
): Promise<Map<string, Json<Post>>> {
  const posts = [
    ...(
      await items.getAll(`post ${sharedKey(to)}`, versions, async (ids) =>
        (await findRows(db, ids, to)).map((row) => postItem(row, to)),
      )
    ).values(),
  ]
  const withheld = posts.filter((post) => seesWithheld(post, to.viewer)).map(({ id }) => id)
  const rows = withheld.length > 0 ? await findRows(db, withheld, to) : []
  const whole = new Map(rows.map((row) => [row.id, new Json<object>(fieldsText(row, to))]))
  return new Map(
    posts.map(({ id, json }) => {
      const state = stateJson(stateOf(id) ?? noState, to, alone)
      const own = whole.get(id)
      return [id, own ? withFields<Post>(own, state) : json.for(state)]
    }),
  )
}
