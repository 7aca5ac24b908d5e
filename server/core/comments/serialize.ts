import type { Comment } from '../../../contract/entities/comment.ts'
import { nobodyId, type UserGroup } from '../../../contract/entities/schema.ts'
import { wireId } from '../../../contract/ids.ts'
import { withIds, withLinkRel } from '../../platform/markdown/links.ts'
import { rendererVersion, renderMarkdown } from '../../platform/markdown/render.ts'
import type { ViewAs } from '../api/viewAs.ts'
import { scoreOf } from '../content/score.ts'
import type { ImageRow } from '../images/columns.ts'
import { copyUrl, imageView } from '../images/serialize.ts'
import type { OpenedPost } from '../posts/queries.ts'
import { titleView } from '../posts/serialize.ts'
import { hasWholeAuthor } from '../users/columns.ts'
import { authorMarks, authorView, ghostId } from '../users/serialize.ts'
import type { GetCommentRow } from './getComment.sql.ts'

/**
 * A comment with its author, its post and community, and what it is to the viewer: what every statement that selects
 * `comment_columns`, `author_columns` and the columns beside them in getComment.sql returns. Our own pages get only the name of the
 * author.
 */
export type CommentRow = GetCommentRow

/** What a comment is to a viewer. */
export interface CommentState {
  readonly my_vote: boolean | null
  readonly author_is_muted: boolean
}

/** What each comment of an opened post is to the viewer. */
export function commentStateOf({ upvoted, downvoted, muted_members: mutedMembers }: OpenedPost) {
  const votes = new Map([
    ...upvoted.map((id) => [id, true] as const),
    ...downvoted.map((id) => [id, false] as const),
  ])
  const muted = new Set(mutedMembers)
  return ({ id, authorId }: { id: string; authorId: string }): CommentState => ({
    my_vote: votes.get(id) ?? null,
    author_is_muted: muted.has(authorId),
  })
}

type CommentFieldsRow = Omit<CommentRow, keyof CommentState>

/** A comment that is shown outside its thread, for example in a profile. */
export type LoneCommentRow = CommentFieldsRow & {
  post_title: string
  post_author_id: string
  post_deleted_as: string | null
  community_icon: ImageRow | null
}

const strippedBody = '[Deleted comment]'

/** Whether a deleted comment hides its content from this viewer. */
export function isStripped(
  viewer: { isAdmin: boolean; moderates: ReadonlySet<string> } | null,
  comment: { communityId: string; deletedAs: string | null },
): boolean {
  if (comment.deletedAs === null || viewer?.isAdmin) return false
  return !(comment.deletedAs === 'mods' && viewer?.moderates.has(comment.communityId))
}

function textOf(
  row: CommentFieldsRow,
  { format, siteHosts, followsLinks }: ViewAs,
): Pick<Comment, 'body' | 'bodyHtml'> {
  if (format === 'source') return { body: row.body }
  const isCurrent = row.body_html !== null && row.body_renderer === rendererVersion
  const html = isCurrent ? (row.body_html ?? '') : renderMarkdown(row.body, { siteHosts })
  const linked = withLinkRel(html, { isFollowed: followsLinks })
  return { body: '', bodyHtml: withIds(linked, wireId('comment', row.id)) }
}

/** Whether a comment is in the name of its community. */
const isByCommunity = (row: CommentFieldsRow): boolean => row.author_group === 'community'

/** Author, role and text of a comment that this viewer may read. */
function contentOf(row: CommentFieldsRow, to: ViewAs) {
  const content = {
    ...textOf(row, to),
    ...(row.made_with_ai_by && { madeWithAiBy: row.made_with_ai_by }),
    ...(row.images && {
      attachments: row.images.map((image) => imageView(image, 'post', { copies: true })),
    }),
  }
  return row.author_group === 'community'
    ? { ...communityOf(row, to), ...content }
    : { ...authorOf(row, row.author_group, to), ...content }
}

/** In place of an author: the community, also where the post has moved away. Who wrote it is for its moderators and for admins. */
const communityOf = (row: CommentFieldsRow, { viewer }: ViewAs) => ({
  userId: nobodyId,
  // In brackets, because a member may have the same name.
  username: `[${row.speaker_name}]`,
  userGroup: 'mods' as const,
  isByCommunity: true as const,
  ...((viewer?.isAdmin || viewer?.moderates.has(row.speaker_id ?? '')) && {
    ...(row.written_by !== null && { writtenBy: row.written_by }),
    ...(row.written_by_rule !== null && { writtenByRule: row.written_by_rule }),
  }),
})

function authorOf(row: CommentFieldsRow, userGroup: UserGroup, to: ViewAs) {
  const isGhost = row.author_deleted_at !== null
  const isHidden = isGhost && !to.viewer?.isAdmin
  return {
    userId: isHidden ? nobodyId : row.author_id,
    username: isHidden ? 'ghost' : row.author_username,
    userGroup,
    // Admins see a ghost's name; the account itself is gone for them too.
    ...(hasWholeAuthor(row)
      ? (!isGhost || isHidden) && { author: authorView(row.author_id, row) }
      : !isGhost && authorMarks(row)),
  }
}

const strippedContent = (row: CommentFieldsRow, to: ViewAs) => ({
  userId: nobodyId,
  username: row.author_deleted_at && !isByCommunity(row) ? 'ghost' : '[Hidden]',
  userGroup: 'null' as const,
  ...(to.format === 'source' ? { body: strippedBody } : { body: '', bodyHtml: '' }),
})

const isStrippedFor = (row: CommentFieldsRow, viewer: ViewAs['viewer']) =>
  isStripped(viewer, { communityId: row.community_id, deletedAs: row.deleted_as })

/**
 * The fields of a comment that say what it is to its viewer.
 *
 * @param viewer null for guests, and where the content is withheld: a vote or mute would reveal the author.
 */
export const commentStateView = (
  { my_vote, author_is_muted }: CommentState,
  viewer: object | null,
): Pick<Comment, 'userVoted' | 'userVotedUp' | 'isAuthorMuted'> => ({
  userVoted: viewer ? my_vote !== null : null,
  userVotedUp: viewer ? my_vote : null,
  ...(viewer && author_is_muted && { isAuthorMuted: true as const }),
})

/** A comment as `viewer` may see it. */
export const commentView = (row: CommentRow, to: ViewAs): Comment => ({
  ...commentFields(row, to),
  ...commentStateView(row, isStrippedFor(row, to.viewer) ? null : to.viewer),
})

/** The fields of a comment that everyone with the same rights gets. */
export function commentFields(row: CommentFieldsRow, to: ViewAs) {
  const stripped = isStrippedFor(row, to.viewer)
  const isGhost = row.author_deleted_at !== null && !isByCommunity(row)
  return {
    id: row.id,
    postId: row.post_id,
    postPublicId: row.post_public_id,
    communityId: row.community_id,
    communityName: row.community_name,
    ...(stripped ? strippedContent(row, to) : contentOf(row, to)),
    ...(isGhost && {
      userGhostId: ghostId(to.ghostKey, {
        authorId: row.author_id,
        postId: row.post_id,
        itemId: `comment ${row.id}`,
        isBuiltIn: row.author_is_built_in,
      }),
    }),
    userDeleted: isGhost,
    parentId: row.parent_id,
    depth: row.depth,
    noReplies: row.reply_count,
    noRepliesDirect: row.direct_reply_count,
    ancestors: row.ancestors.length > 0 ? row.ancestors : null,
    ...scoreOf(row, to.viewer),
    createdAt: row.created_at.toISOString(),
    editedAt: row.edited_at?.toISOString() ?? null,
    ...(row.deleted_as && { contentStripped: stripped, deletedAs: row.deleted_as }),
    deleted: row.deleted_at !== null,
    deletedAt: row.deleted_at?.toISOString() ?? null,
    locked: row.locked_at !== null,
    lockedBy: row.locked_by,
    ...(row.locked_as && { lockedByGroup: row.locked_as }),
    lockedAt: row.locked_at?.toISOString() ?? null,
    ...(row.is_pinned && { isPinned: true as const }),
    postDeleted: false,
  }
}

/** The same outside its thread, where our own pages show it with the icon of its community. */
export const loneCommentFields = (row: LoneCommentRow, to: ViewAs) => ({
  postTitle: titleView(
    {
      title: row.post_title,
      author_id: row.post_author_id,
      community_id: row.community_id,
      deleted_as: row.post_deleted_as,
    },
    to.viewer,
  ),
  ...commentFields(row, to),
  ...(to.format !== 'source' &&
    row.community_icon && { communityPicture: copyUrl(row.community_icon, 'icon', 'tiny') }),
})
