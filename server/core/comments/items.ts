import { Type } from 'typebox'
import { Comment } from '../../../contract/entities/comment.ts'
import type { Post } from '../../../contract/entities/post.ts'
import type { Item, ItemVersion } from '../../platform/cache/items.ts'
import type { Db } from '../../platform/database/connection.ts'
import { queryRows } from '../../platform/database/statement.ts'
import { Json, SharedJson, withFields } from '../../platform/http/json.ts'
import { rendererVersion } from '../../platform/markdown/render.ts'
import type { SharedServices } from '../api/route.ts'
import { serializerOf } from '../api/serializer.ts'
import { asGuest, type SharedView, sharedKey, type ViewAs } from '../api/viewAs.ts'
import { getPosts } from '../posts/items.ts'
import type { PostState } from '../posts/serialize.ts'
import type { Viewer } from '../sessions/viewer.ts'
import { type CommentItemsRow, commentItems } from './commentItems.sql.ts'
import type { ItemsViewAs } from './itemsView.ts'
import {
  type CommentState,
  commentFields,
  commentStateView,
  isStripped,
  loneCommentFields,
} from './serialize.ts'

/** A comment as guests see it. */
interface CommentItem extends Item {
  readonly json: SharedJson<Comment>
  readonly authorId: string
  readonly isStripped: boolean
  /** Whether moderators, admins and, outside its thread, the author of the post may see more. */
  readonly withheld: { readonly communityIds: readonly string[]; readonly postAuthorId: string | null } | null
}

/** A comment in its thread, or alone with the title of its post. */
type Placement = 'thread' | 'alone'

const viewerFields = ['userVoted', 'userVotedUp', 'isAuthorMuted'] as const
const writeFields = serializerOf({ response: Type.Omit(Comment, viewerFields) })

const stateJson = (state: CommentState, viewer: object | null) =>
  Json.of<object>(commentStateView(state, viewer))
/** For guests. */
export const noState: CommentState = { my_vote: null, author_is_muted: false }
const guestState = stateJson(noState, null)
/** For members, of each vote; a thread has a thousand of them. */
const votedStates = new Map(
  [null, true, false].map((my_vote) => [my_vote, stateJson({ ...noState, my_vote }, {})]),
)

const viewerJson = (state: CommentState, viewer: object | null): Json<object> =>
  (viewer ? !state.author_is_muted && votedStates.get(state.my_vote) : guestState) || stateJson(state, viewer)

const fieldsText = (row: CommentItemsRow, to: ViewAs, placement: Placement) =>
  writeFields((placement === 'alone' ? loneCommentFields : commentFields)(row, to), to.format)

const isStrippedFor = (row: CommentItemsRow, viewer: Viewer | null) =>
  isStripped(viewer, { communityId: row.community_id, deletedAs: row.deleted_as })

function commentItem(row: CommentItemsRow, to: SharedView, placement: Placement): CommentItem {
  const isAlone = placement === 'alone'
  const json = new SharedJson<Comment>(fieldsText(row, asGuest(to), placement), guestState)
  const isWithheld =
    row.deleted_as !== null ||
    row.author_deleted_at !== null ||
    row.speaker_id !== null ||
    row.is_score_hidden ||
    (isAlone && row.post_deleted_as !== null)
  return {
    id: row.id,
    version: isAlone ? row.lone_version : row.comment_version,
    // Estimated: two for each character, and the parsed object for pages.
    bytes: (to.format === 'source' ? 2 : 6) * json.length,
    json,
    authorId: row.author_id,
    isStripped: isStrippedFor(row, null),
    withheld: isWithheld
      ? {
          communityIds: [row.community_id, ...(row.speaker_id === null ? [] : [row.speaker_id])],
          postAuthorId: isAlone ? row.post_author_id : null,
        }
      : null,
  }
}

const seesWithheld = ({ withheld }: CommentItem, viewer: Viewer | null): boolean =>
  withheld !== null &&
  viewer !== null &&
  (viewer.isAdmin ||
    withheld.communityIds.some((id) => viewer.moderates.has(id)) ||
    viewer.id === withheld.postAuthorId)

const findRows = (db: Db, ids: readonly string[], { format }: SharedView) =>
  queryRows(db, commentItems, { ids, format, renderer: rendererVersion })

/** What comments are to a viewer. */
interface CommentsViewer {
  readonly to: ViewAs
  readonly stateOf: (comment: { readonly id: string; readonly authorId: string }) => CommentState
}

export type CacheServices = Pick<SharedServices, 'db' | 'items'>

/** The JSON of comments by their ids, made when it is asked for; undefined for those that no longer exist. */
type CommentsById = Pick<ReadonlyMap<string, Json<Comment>>, 'get'>

/**
 * The JSON of comments for one viewer. Withheld content is loaded for viewers who may see it.
 *
 * @param versions as the database has named them.
 * @param options.kind of items: names the placement, and what else all of them share.
 */
async function getComments(
  { db, items }: CacheServices,
  versions: readonly ItemVersion[],
  { to, stateOf, placement, kind }: CommentsViewer & { placement: Placement; kind: string },
): Promise<CommentsById> {
  const { viewer } = to
  const known = await items.getAll(`${kind} ${sharedKey(to)}`, versions, async (ids) =>
    (await findRows(db, ids, to)).map((row) => commentItem(row, to, placement)),
  )
  const withheld = [...known.values()].filter((one) => seesWithheld(one, viewer)).map(({ id }) => id)
  const rows = withheld.length > 0 ? await findRows(db, withheld, to) : []
  const whole = new Map(
    rows.map((row) => [
      row.id,
      { fields: new Json<object>(fieldsText(row, to, placement)), isStripped: isStrippedFor(row, viewer) },
    ]),
  )
  return {
    get(id) {
      const comment = known.get(id)
      if (!comment) return undefined
      const own = whole.get(id)
      const { isStripped: hidesState } = own ?? comment
      const state = viewerJson(stateOf(comment), hidesState ? null : viewer)
      return own ? withFields<Comment>(own.fields, state) : comment.json.for(state)
    },
  }
}

/** The JSON of comments of one thread, in their order. */
export async function getThreadComments(
  services: CacheServices,
  { communityName, versions }: { communityName: string; versions: readonly ItemVersion[] },
  viewer: CommentsViewer,
): Promise<Json<Comment>[]> {
  const kind = `comment of ${communityName}`
  const comments = await getComments(services, versions, { ...viewer, placement: 'thread', kind })
  return versions.flatMap(({ id }) => comments.get(id) ?? [])
}

/** The JSON of comments outside their threads for one viewer, by id. */
export const getLoneComments = (
  services: CacheServices,
  versions: readonly ItemVersion[],
  viewer: CommentsViewer,
): Promise<CommentsById> =>
  getComments(services, versions, { ...viewer, placement: 'alone', kind: 'lone comment' })

/** A post or comment in a list, in its current version, and what it is to the viewer. */
export interface VersionedItem extends ItemVersion {
  readonly isPost: boolean
  readonly state: PostState
}

/**
 * The JSON of posts and comments in one list for one viewer.
 *
 * @returns each with its item, in the order of the items, without those that no longer exist.
 */
export async function getPostsAndComments<Listed extends VersionedItem>(
  services: CacheServices,
  listed: readonly Listed[],
  { post, comment }: ItemsViewAs,
): Promise<{ item: Listed; json: Json<Post> | Json<Comment> }[]> {
  const states = new Map(listed.map(({ id, isPost, state }) => [`${isPost} ${id}`, state]))
  const [posts, comments] = await Promise.all([
    getPosts(
      services,
      listed.filter(({ isPost }) => isPost),
      { to: post, stateOf: (id) => states.get(`true ${id}`) },
    ),
    getLoneComments(
      services,
      listed.filter(({ isPost }) => !isPost),
      {
        to: comment,
        stateOf: ({ id }) => {
          const { my_vote = null, is_author_muted = false } = states.get(`false ${id}`) ?? {}
          return { my_vote, author_is_muted: is_author_muted }
        },
      },
    ),
  ])
  return listed.flatMap((item) => {
    const json = (item.isPost ? posts : comments).get(item.id)
    return json ? [{ item, json }] : []
  })
}
