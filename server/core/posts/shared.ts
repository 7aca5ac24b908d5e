import { Post } from '../../../contract/entities/post.ts'
import type { SharedPart, SharedParts } from '../../platform/cache/sharedParts.ts'
import type { Db } from '../../platform/database/connection.ts'
import type { PostViewerColumns } from '../../platform/database/rows.ts'
import { queryRows } from '../../platform/database/statement.ts'
import { comma, SharedText } from '../../platform/http/textParts.ts'
import { rendererVersion } from '../../platform/markdown/render.ts'
import { cutOut } from '../api/gap.ts'
import { serializerOf } from '../api/serializer.ts'
import { asGuest, type SharedView, sharedKey, textForPages, type ViewAs } from '../api/viewAs.ts'
import { getVotedTexts } from '../api/votedTexts.ts'
import { isRemoved } from '../content/removal.ts'
import type { Viewer } from '../sessions/viewer.ts'
import { postView } from './serialize.ts'
import { type SharedPostsRow, sharedPosts } from './sharedPosts.sql.ts'

/** What a post is to a viewer. */
export type PostState = PostViewerColumns

/** For guests, and for members without viewer state on a post and its author. */
const noState: PostState = {
  my_vote: null,
  visited_at: null,
  new_comments: 0,
  is_author_muted: false,
  is_community_muted: false,
}

/** A post as guests see it, split where the viewer state is inserted. */
export interface SharedPost extends SharedPart {
  readonly before: string
  readonly between: string
  /** The author, and the end. */
  readonly author: string
  /** As a part of a list, for members without viewer state. */
  readonly forMembers: SharedText
  /** As a part of a list, for guests. */
  readonly forGuests: SharedText
  /** What surrounds the viewer state in a list; null where it is short, and better compressed with the state. */
  readonly around: readonly [before: SharedText, after: SharedText] | null
  /** Whether its author, moderators and admins may see more. */
  readonly withheld: { readonly authorId: string; readonly communityId: string } | null
}

const writePost = serializerOf({ response: Post })
const noComments = '"comments":null,"commentsNext":null'

const stateJson = (state: PostState, isMember: boolean): string =>
  `"userVoted":${isMember ? state.my_vote !== null : null},"userVotedUp":${state.my_vote},` +
  `"lastVisitAt":${state.visited_at ? `"${state.visited_at.toISOString()}"` : null},` +
  `"newComments":${state.new_comments},"isAuthorMuted":${state.is_author_muted},` +
  `"isCommunityMuted":${state.is_community_muted}`

const gapOfGuests = `${noComments},${stateJson(noState, false)}`

/** The JSON of a post in three parts, split where the viewer state and the community are inserted. */
function cutPost(json: string, gap: string): Pick<SharedPost, 'before' | 'between' | 'author'> {
  const [before, rest] = cutOut(json, gap)
  // Between the other fields, a quotation mark after a comma begins the name of one; inside a text it has a backslash.
  const author = rest.indexOf(',"author')
  const end = author === -1 ? rest.length - 1 : author
  return { before, between: rest.slice(0, end), author: rest.slice(end) }
}

/** Begins with names, because V8 copies rows ten times slower into a literal that begins with a spread. */
const rowWithState = (row: SharedPostsRow, state: PostState) => ({
  my_vote: state.my_vote,
  visited_at: state.visited_at,
  new_comments: state.new_comments,
  is_author_muted: state.is_author_muted,
  is_community_muted: state.is_community_muted,
  ...row,
})

function sharedPost(row: SharedPostsRow, to: SharedView): SharedPost {
  const cut = cutPost(
    textForPages(writePost(postView(rowWithState(row, noState), asGuest(to))), to),
    gapOfGuests,
  )
  const { before, between, author } = cut
  const listed = (isMember: boolean) =>
    new SharedText(() => `${before}${noComments},${stateJson(noState, isMember)}${between}${author}`)
  return {
    id: row.id,
    version: row.post_version,
    bytes: bytesPerCharacter(to) * (before.length + between.length + author.length),
    ...cut,
    forMembers: listed(true),
    forGuests: listed(false),
    around:
      before.length < longBefore
        ? null
        : [
            SharedText.fragment(() => `${before}${noComments},`),
            SharedText.fragment(() => `${between}${author}`),
          ],
    withheld:
      isRemoved(row) || row.author_deleted_at !== null
        ? { authorId: row.author_id, communityId: row.community_id }
        : null,
  }
}

/** From this many characters on, compressing what is before the viewer state again costs more than the bytes that it saves. */
const longBefore = 2000

/** Estimated bytes per character: two, the same again compressed, and the parsed objects for pages. */
const bytesPerCharacter = ({ format }: SharedView) => (format === 'source' ? 4 : 8)

const findRows = (db: Db, ids: readonly string[], { format }: SharedView) =>
  queryRows(db, sharedPosts, { ids, format, renderer: rendererVersion })

/** The shared parts of these posts by id, in the versions that the database has named. */
export const getSharedPosts = (
  { db, parts }: { db: Db; parts: SharedParts },
  wanted: readonly { id: string; version: string }[],
  to: SharedView,
): Promise<Map<string, SharedPost>> =>
  parts.getAll(`post ${sharedKey(to)}`, wanted, async (ids) =>
    (await findRows(db, ids, to)).map((row) => sharedPost(row, to)),
  )

const seesWithheld = ({ withheld }: SharedPost, viewer: Viewer | null): boolean =>
  withheld !== null &&
  viewer !== null &&
  (viewer.isAdmin || viewer.id === withheld.authorId || viewer.moderates.has(withheld.communityId))

/** The placeholders of comments and community in the JSON of a post. */
interface Inside {
  readonly comments: readonly (string | SharedText)[]
  readonly commentsNext: string | null
  readonly community: readonly (string | SharedText)[] | null
}

type Text = readonly (string | SharedText)[]

/** The JSON of a post for one viewer, alone with its comments. */
export function postText(
  { before, between, author }: Pick<SharedPost, 'before' | 'between' | 'author'>,
  state: PostState,
  { viewer, inside }: { viewer: Viewer | null; inside: Inside },
): Text {
  return [
    `${before}"comments":`,
    ...inside.comments,
    `,"commentsNext":${JSON.stringify(inside.commentsNext)},${stateJson(state, viewer !== null)}${between}`,
    ...(inside.community ? [',"community":', ...inside.community] : []),
    author,
  ]
}

/** The JSON of a post for one viewer, as a part of a list. */
function listedText(post: SharedPost, state: PostState | undefined, viewer: Viewer | null): Text {
  if (!state) return [viewer ? post.forMembers : post.forGuests]
  const { before, between, author, around } = post
  const own = stateJson(state, viewer !== null)
  return around ? [around[0], own, around[1]] : [`${before}${noComments},${own}${between}${author}`]
}

/** Whether a vote is all that a post is to a viewer. */
const isOnlyVoted = (state: PostState | undefined): state is PostState =>
  state !== undefined &&
  state.my_vote !== null &&
  state.visited_at === null &&
  state.new_comments === 0 &&
  !state.is_author_muted &&
  !state.is_community_muted

const votedPostText = ({ before, between, author }: SharedPost, up: boolean) =>
  `${before}${noComments},${stateJson({ ...noState, my_vote: up }, true)}${between}${author}`

/** A viewer, and what the posts are to them; undefined where there is no viewer state. */
interface PostsViewer {
  readonly to: ViewAs
  readonly stateOf: (id: string) => PostState | undefined
}

/** The JSON of each of some posts for one viewer, in their order. Withheld content is read for viewers who may see it. */
export async function postTexts(
  { db, parts }: { readonly db: Db; readonly parts: SharedParts },
  posts: readonly SharedPost[],
  { to, stateOf }: PostsViewer,
): Promise<Text[]> {
  const whole = await getWithheld(db, posts, { to, stateOf })
  // Long ones share what is around the vote in any case.
  const short = to.viewer ? posts.filter(({ around }) => !around) : []
  const voted = await getVotedTexts(parts, `post ${sharedKey(to)}`, short, {
    voteOf({ id }) {
      const state = stateOf(id)
      return isOnlyVoted(state) ? state.my_vote : null
    },
    textOf: votedPostText,
  })
  return posts.map((post) => {
    const own = whole.get(post.id) ?? voted.get(post.id)
    return own === undefined ? listedText(post, stateOf(post.id), to.viewer) : [own]
  })
}

/** The same with commas between, as the items of a list. */
export async function postListText(
  services: { readonly db: Db; readonly parts: SharedParts },
  posts: readonly SharedPost[],
  viewer: PostsViewer,
): Promise<(string | SharedText)[]> {
  const texts = await postTexts(services, posts, viewer)
  return texts.flatMap((text, at) => (at > 0 ? [comma, ...text] : text))
}

/** The JSON, by id, of those posts of which this viewer sees more than guests. */
async function getWithheld(
  db: Db,
  posts: readonly SharedPost[],
  { to, stateOf }: PostsViewer,
): Promise<Map<string, string>> {
  const ids = posts.filter((post) => seesWithheld(post, to.viewer)).map(({ id }) => id)
  const rows = ids.length > 0 ? await findRows(db, ids, to) : []
  return new Map(
    rows.map((row) => [
      row.id,
      textForPages(writePost(postView(rowWithState(row, stateOf(row.id) ?? noState), to)), to),
    ]),
  )
}

/** One post as this viewer sees it, split like the shared part. */
export async function getPostFor(
  db: Db,
  post: SharedPost,
  state: PostState,
  to: ViewAs,
): Promise<Pick<SharedPost, 'before' | 'between' | 'author'>> {
  if (!seesWithheld(post, to.viewer)) return post
  const [row] = await findRows(db, [post.id], to)
  if (!row) return post
  return cutPost(
    textForPages(writePost(postView(rowWithState(row, state), to)), to),
    `${noComments},${stateJson(state, to.viewer !== null)}`,
  )
}
