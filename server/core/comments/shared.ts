import { Comment } from '../../../contract/entities/comment.ts'
import type { SharedPart, SharedParts } from '../../platform/cache/sharedParts.ts'
import type { Db } from '../../platform/database/connection.ts'
import { queryRows } from '../../platform/database/statement.ts'
import { comma, SharedText } from '../../platform/http/textParts.ts'
import { rendererVersion } from '../../platform/markdown/render.ts'
import { cutOut } from '../api/gap.ts'
import { serializerOf } from '../api/serializer.ts'
import { asGuest, type SharedView, sharedKey, textForPages, type ViewAs } from '../api/viewAs.ts'
import { getVotedTexts } from '../api/votedTexts.ts'
import type { Viewer } from '../sessions/viewer.ts'
import { commentView, isStripped, loneCommentView } from './serialize.ts'
import { type SharedCommentsRow, sharedComments } from './sharedComments.sql.ts'

/** A comment as guests see it, split where the viewer state is inserted. */
export interface SharedComment extends SharedPart {
  readonly authorId: string
  readonly before: string
  /** Without the last bracket, because whether the author is muted is inserted before it. */
  readonly after: string
  /** For members without viewer state. */
  readonly forMembers: SharedText
  readonly forGuests: SharedText
  /** Comments that guests may not read have no state either. */
  readonly isStripped: boolean
  /** Whether moderators or admins may see more of it. */
  readonly isWithheld: boolean
}

/** The viewer state of a post's comments: votes by id, and muted members. */
export interface CommentsState {
  readonly votes: ReadonlyMap<string, boolean>
  readonly mutedMembers: ReadonlySet<string>
}

const writeComment = serializerOf({ response: Comment })
const gapOfGuests = '"userVoted":null,"userVotedUp":null'

const asSeenByGuest = (row: SharedCommentsRow) => ({ my_vote: null, author_is_muted: false, ...row })

const sharedComment = (row: SharedCommentsRow, to: SharedView): SharedComment =>
  partOf(row, to, { version: row.comment_version, view: commentView(asSeenByGuest(row), asGuest(to)) })

function partOf(
  row: SharedCommentsRow,
  to: SharedView,
  { version, view }: { version: string; view: Comment },
): SharedComment {
  const [before, after] = cutOut(textForPages(writeComment(view), to), gapOfGuests)
  const comment = {
    id: row.id,
    authorId: row.author_id,
    before,
    after: after.slice(0, -1),
    isStripped: isStripped(null, { communityId: row.community_id, deletedAs: row.deleted_as }),
  }
  return {
    version,
    ...comment,
    // Two bytes for each character; compressed it is a part of a group. Pages also keep what was parsed of it.
    bytes: (to.format === 'source' ? 2 : 5) * (before.length + after.length),
    forMembers: new SharedText(() => commentText(comment, noState)),
    forGuests: new SharedText(() => commentText(comment, null)),
    isWithheld: row.deleted_as !== null || row.author_deleted_at !== null,
  }
}

const findRows = (db: Db, ids: readonly string[], { format }: SharedView) =>
  queryRows(db, sharedComments, { ids, format, renderer: rendererVersion })

/** The shared parts of comments of one community by id, in the versions that the database has named. */
export const getSharedComments = (
  { db, parts }: { db: Db; parts: SharedParts },
  communityName: string,
  { wanted, to }: { wanted: readonly { id: string; version: string }[]; to: SharedView },
): Promise<Map<string, SharedComment>> =>
  parts.getAll(`comment ${sharedKey(to)} ${communityName}`, wanted, async (ids) =>
    (await findRows(db, ids, to)).map((row) => sharedComment(row, to)),
  )

/** A comment outside its thread, with the title of its post. */
export interface LoneComment extends SharedComment {
  /** Whether the author of the post may see more, and moderators and admins. */
  readonly withheld: { readonly postAuthorId: string; readonly communityId: string } | null
}

function loneComment(row: SharedCommentsRow, to: SharedView): LoneComment {
  const view = loneCommentView(asSeenByGuest(row), asGuest(to))
  const part = partOf(row, to, { version: row.lone_version, view })
  const { post_author_id: postAuthorId, community_id: communityId } = row
  const isWithheld = part.isWithheld || row.post_deleted_as !== null
  return { withheld: isWithheld ? { postAuthorId, communityId } : null, ...part }
}

/** The shared parts of comments outside their threads by id, in the versions that the database has named. */
export const getLoneComments = (
  { db, parts }: { db: Db; parts: SharedParts },
  wanted: readonly { id: string; version: string }[],
  to: SharedView,
): Promise<Map<string, LoneComment>> =>
  parts.getAll(`lone comment ${sharedKey(to)}`, wanted, async (ids) =>
    (await findRows(db, ids, to)).map((row) => loneComment(row, to)),
  )

/** What a comment is to a viewer. */
interface CommentState {
  readonly my_vote: boolean | null
  readonly is_author_muted: boolean
}

/**
 * The JSON of comments outside their threads for one viewer, in their order. Withheld content is read for viewers who may see it.
 */
export async function loneCommentTexts(
  { db, parts }: { readonly db: Db; readonly parts: SharedParts },
  comments: readonly LoneComment[],
  { to, stateOf }: { to: ViewAs; stateOf: (id: string) => CommentState },
): Promise<(string | SharedText)[]> {
  const { viewer } = to
  const whole = comments.filter(
    ({ withheld }) =>
      withheld && (seesWithheld(viewer, withheld.communityId) || viewer?.id === withheld.postAuthorId),
  )
  const rows =
    whole.length > 0
      ? await findRows(
          db,
          whole.map(({ id }) => id),
          to,
        )
      : []
  const texts = new Map(
    rows.map((row) => {
      const { my_vote, is_author_muted: author_is_muted } = stateOf(row.id)
      return [
        row.id,
        textForPages(writeComment(loneCommentView({ my_vote, author_is_muted, ...row }, to)), to),
      ]
    }),
  )
  const voted = await getVotedTexts(parts, `lone comment ${sharedKey(to)}`, viewer ? comments : [], {
    voteOf({ id }) {
      const { my_vote, is_author_muted } = stateOf(id)
      return is_author_muted ? null : my_vote
    },
    textOf: votedCommentText,
  })
  return comments.map((comment) => {
    const { my_vote: vote, is_author_muted: isMuted } = stateOf(comment.id)
    const own = texts.get(comment.id)
    if (own !== undefined) return own
    if (!viewer) return comment.forGuests
    if (vote === null && !isMuted) return comment.forMembers
    return (
      voted.get(comment.id) ??
      commentText(comment, {
        votes: new Map(vote === null ? [] : [[comment.id, vote]]),
        mutedMembers: new Set(isMuted ? [comment.authorId] : []),
      })
    )
  })
}

const votedCommentText = (comment: LoneComment, up: boolean) =>
  commentText(comment, { votes: new Map([[comment.id, up]]), mutedMembers: new Set() })

function commentText(
  comment: Pick<SharedComment, 'id' | 'authorId' | 'before' | 'after' | 'isStripped'>,
  state: CommentsState | null,
): string {
  const { before, after } = comment
  if (!state || comment.isStripped) return `${before}${gapOfGuests}${after}}`
  const vote = state.votes.get(comment.id)
  const isMuted = state.mutedMembers.has(comment.authorId)
  return `${before}"userVoted":${vote !== undefined},"userVotedUp":${vote ?? null}${after}${isMuted ? ',"isAuthorMuted":true' : ''}}`
}

const noState: CommentsState = { votes: new Map(), mutedMembers: new Set() }

/** Consecutive comments of a list, compressed together. */
export interface CommentGroup extends SharedPart {
  readonly comments: readonly SharedComment[]
  /** For members without viewer state on any of them. */
  readonly forMembers: SharedText
  readonly forGuests: SharedText
}

const groupLength = 8
const mostInGroup = 24
const mostBytesInGroup = 48_000

/**
 * Splits comments into groups of about eight. The end of a group depends only on the comments in it, so that a new comment
 * changes one group and not all after it.
 */
export async function groupComments(
  parts: SharedParts,
  to: SharedView,
  comments: readonly SharedComment[],
): Promise<CommentGroup[]> {
  const groups: SharedComment[][] = []
  let last: SharedComment[] = []
  let bytes = 0
  for (const comment of comments) {
    last.push(comment)
    bytes += comment.bytes
    const ends = Number(comment.id.slice(-6)) % groupLength === 0
    if (ends || last.length === mostInGroup || bytes > mostBytesInGroup) {
      groups.push(last)
      last = []
      bytes = 0
    }
  }
  if (last.length > 0) groups.push(last)
  const made = new Map(groups.map((group) => [idOf(group), group]))
  const known = await parts.getAll(
    `comments ${sharedKey(to)}`,
    [...made].map(([id, group]) => ({ id, version: versionOf(group) })),
    async (ids) => ids.map((id) => commentGroup(made.get(id) ?? [])),
  )
  return groups.map((group) => known.get(idOf(group)) ?? commentGroup(group))
}

const idOf = (comments: readonly SharedComment[]) => comments.map(({ id }) => id).join(' ')
const versionOf = (comments: readonly SharedComment[]) => comments.map(({ version }) => version).join(' ')

function commentGroup(comments: readonly SharedComment[]): CommentGroup {
  const [id, version] = [idOf(comments), versionOf(comments)]
  return {
    id,
    version,
    // Compressed, it has about a quarter of the size.
    bytes: id.length + version.length + comments.reduce((sum, { bytes }) => sum + bytes / 4, 0),
    comments,
    forMembers: listOf(comments.map(({ forMembers }) => forMembers)),
    forGuests: listOf(comments.map(({ forGuests }) => forGuests)),
  }
}

const listOf = (texts: readonly SharedText[]) => new SharedText(() => texts.join(','), texts)

/** The JSON of a list of comments for one viewer. Withheld content is read for viewers who may see it. */
export async function commentsText(
  db: Db,
  { groups, communityId }: { groups: readonly CommentGroup[]; communityId: string },
  { to, state }: { to: ViewAs; state: CommentsState },
): Promise<(string | SharedText)[]> {
  const { viewer } = to
  const whole = await getWithheld(db, groups, { to, state, communityId })
  const isSpecial = ({ id, authorId }: SharedComment) =>
    state.votes.has(id) || state.mutedMembers.has(authorId) || whole.has(id)
  const mayBeSpecial = state.votes.size + state.mutedMembers.size + whole.size > 0
  const own = viewer && state
  const plain = (one: SharedComment | CommentGroup) => (viewer ? one.forMembers : one.forGuests)
  return [
    '[',
    ...groups.flatMap((group, at) => [
      ...(at > 0 ? [comma] : []),
      ...(mayBeSpecial && group.comments.some(isSpecial)
        ? group.comments.flatMap((comment, index) => [
            ...(index > 0 ? [comma] : []),
            isSpecial(comment) ? (whole.get(comment.id) ?? commentText(comment, own)) : plain(comment),
          ])
        : [plain(group)]),
    ]),
    ']',
  ]
}

/** The JSON, by id, of those comments of which this viewer sees more than guests. */
async function getWithheld(
  db: Db,
  groups: readonly CommentGroup[],
  { to, state, communityId }: { to: ViewAs; state: CommentsState; communityId: string },
): Promise<Map<string, string>> {
  if (!seesWithheld(to.viewer, communityId)) return new Map()
  const ids = groups.flatMap(({ comments }) =>
    comments.filter(({ isWithheld }) => isWithheld).map(({ id }) => id),
  )
  const rows = ids.length > 0 ? await findRows(db, ids, to) : []
  return new Map(
    rows.map((row) => {
      const vote = state.votes.get(row.id) ?? null
      const isMuted = state.mutedMembers.has(row.author_id)
      const seen = commentView({ my_vote: vote, author_is_muted: isMuted, ...row }, to)
      return [row.id, textForPages(writeComment(seen), to)]
    }),
  )
}

const seesWithheld = (viewer: Viewer | null, communityId: string): boolean =>
  viewer !== null && (viewer.isAdmin || viewer.moderates.has(communityId))
