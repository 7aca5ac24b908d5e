import type { Image } from '../../../contract/entities/image.ts'
import type { Post } from '../../../contract/entities/post.ts'
import { nobodyId, removedTitle, unreadableTitle } from '../../../contract/entities/schema.ts'
import type { PostViewerColumns } from '../../platform/database/rows.ts'
import { withIds, withLinkRel } from '../../platform/markdown/links.ts'
import { rendererVersion, renderMarkdown } from '../../platform/markdown/render.ts'
import { shownHost } from '../../platform/text/shownHost.ts'
import { wholeSeconds } from '../api/times.ts'
import type { BodyFormat, ViewAs } from '../api/viewAs.ts'
import { commentLimitsView } from '../content/commentLimits.ts'
import { isRemoved } from '../content/removal.ts'
import { hidesScore, scoreOf } from '../content/score.ts'
import { imageView } from '../images/serialize.ts'
import { isUnreadable } from '../permissions/bans.ts'
import type { Viewer } from '../sessions/viewer.ts'
import { hasWholeAuthor } from '../users/columns.ts'
import { authorMarks, authorView, ghostId } from '../users/serialize.ts'
import type { GetPostRow } from './getPost.sql.ts'

/**
 * A post with its author, its community, and what it is to the viewer: what every statement that selects `post_columns`,
 * `author_columns` and `post_viewer_columns` returns. Our own pages get only the name of the author.
 */
export type PostRow = GetPostRow

/** What a post is to a viewer. */
export interface PostState extends PostViewerColumns {
  /** Whether it is in at least one list of the viewer. Only where posts are read for pages, not in the answer to a change. */
  readonly is_in_list?: boolean
}

type PostFieldsRow = Omit<PostRow, keyof PostState>

interface TitledRow {
  readonly title: string
  readonly author_id: string
  readonly community_id: string
  readonly deleted_as: string | null
}

/** The facts that decide whether a viewer may read a title. */
export type TitleReader = Pick<Viewer, 'id' | 'isAdmin' | 'moderates' | 'bans'>

/** Whether a post is removed for this viewer: title and content are left to its author, its moderators and admins. */
export function isTakenDown(row: TitledRow, viewer: TitleReader | null): boolean {
  if (!isRemoved(row)) return false
  return !(
    viewer &&
    (viewer.isAdmin || viewer.id === row.author_id || viewer.moderates.has(row.community_id))
  )
}

/** The title of a post as `viewer` may see it. */
export function titleView(row: TitledRow, viewer: TitleReader | null): string {
  if (isUnreadable(viewer, row)) return unreadableTitle
  return isTakenDown(row, viewer) ? removedTitle : row.title
}

/** Without a heading that only repeats the title, which is above it. */
function excerptOf({ title, excerpt }: Pick<PostFieldsRow, 'title' | 'excerpt'>): string | null {
  const [first, ...more] = excerpt?.split('\n') ?? []
  return first?.trim() === title.trim() && more.length > 0 ? more.join('\n') : excerpt
}

function textOf(
  row: PostFieldsRow,
  { format, siteHosts, followsLinks }: ViewAs,
): Pick<Post, 'body' | 'bodyHtml' | 'summary' | 'excerpt'> {
  // The text of a post whose content is deleted is empty, but null if it never had one.
  const body = row.content_deleted_at && row.body !== null ? '' : row.body
  if (format === 'source') return { body }
  if (format === 'excerpt') return { body: null, excerpt: body ? excerptOf(row) : null }
  if (!body) return { body: null, bodyHtml: body }
  const isCurrent = row.body_html !== null && row.body_renderer === rendererVersion
  const html = isCurrent ? (row.body_html ?? '') : renderMarkdown(body, { siteHosts })
  const summary = row.excerpt?.replaceAll('\n', ' ') ?? ''
  const bodyHtml = withIds(withLinkRel(html, { isFollowed: followsLinks }), row.public_id)
  return { body: null, bodyHtml, summary }
}

function authorOf(
  row: PostFieldsRow,
  { viewer, ghostKey }: ViewAs,
): Pick<Post, 'userId' | 'username' | 'userDeleted'> &
  Pick<Post, 'userGhostId' | 'author' | 'authorPicture' | 'authorBadges'> {
  const whole = hasWholeAuthor(row) ? { author: authorView(row.author_id, row) } : null
  if (row.author_deleted_at === null)
    return {
      userId: row.author_id,
      username: row.author_username,
      userDeleted: false,
      ...(whole ?? authorMarks(row)),
    }
  const userGhostId = ghostId(ghostKey, {
    authorId: row.author_id,
    postId: row.id,
    itemId: `post ${row.id}`,
    isBuiltIn: row.author_is_built_in,
  })
  if (viewer?.isAdmin)
    return { userId: row.author_id, username: row.author_username, userDeleted: true, userGhostId }
  return { userId: nobodyId, username: 'ghost', userDeleted: true, userGhostId, ...whole }
}

const noText: Record<BodyFormat, Pick<Post, 'body' | 'bodyHtml' | 'excerpt'>> = {
  source: { body: null },
  html: { body: null, bodyHtml: null },
  excerpt: { body: null, excerpt: null },
}

/** Text, pictures and link, unless they are deleted or hidden from this viewer. */
function contentOf(
  row: PostFieldsRow,
  to: ViewAs,
): Pick<Post, 'body' | 'bodyHtml' | 'summary' | 'excerpt' | 'image' | 'images' | 'attachments' | 'link'> {
  if (isTakenDown(row, to.viewer)) return { image: null, images: [], ...noText[to.format] }
  const shown = (row.images ?? []).map((image): Image => imageView(image, 'post', { copies: true }))
  const isText = row.type === 'text'
  const images = isText ? [] : shown
  const { link_url: url, link_hostname: hostname, link_image: thumbnail } = row
  return {
    image: images[0] ?? null,
    images,
    ...textOf(row, to),
    ...(isText && shown.length > 0 && { attachments: shown }),
    ...(url !== null &&
      row.content_deleted_at === null && {
        link: {
          url,
          hostname: hostname === null ? '' : shownHost(hostname),
          image: thumbnail && imageView(thumbnail, 'thumbnail', { copies: true }),
        },
      }),
  }
}

/** A post without what its author wrote. */
export function withoutContent({ attachments: _, link: __, summary: ___, ...post }: Post): Post {
  const { bodyHtml, excerpt } = post
  return {
    ...post,
    image: null,
    images: [],
    body: null,
    ...(bodyHtml && { bodyHtml: null }),
    ...(excerpt && { excerpt: null }),
  }
}

/** As the serializer writes times; these fields do not pass it. */
function visitView(visitedAt: Date | null, format: BodyFormat): string | null {
  const time = visitedAt?.toISOString() ?? null
  return time && format === 'source' ? wholeSeconds(time) : time
}

/** The fields of a post that say what it is to its viewer. */
export const postStateView = (state: PostState, { viewer, format }: Pick<ViewAs, 'viewer' | 'format'>) => ({
  userVoted: viewer ? state.my_vote !== null : null,
  userVotedUp: state.my_vote,
  lastVisitAt: visitView(state.visited_at, format),
  newComments: state.new_comments,
  isAuthorMuted: state.is_author_muted,
  isCommunityMuted: state.is_community_muted,
  ...(format !== 'source' && state.is_in_list && { isSaved: true as const }),
})

/** A post as `viewer` may see it, alone or in a list, without its comments. */
export const postView = (row: PostRow, to: ViewAs): Post => ({
  ...postFields(row, to),
  comments: null,
  commentsNext: null,
  ...postStateView(row, to),
})

/** Who can downvote; nothing if everyone can. */
function downvotersOf(
  { downvoters }: Pick<PostFieldsRow, 'downvoters'>,
  { downvotesOff }: ViewAs,
): Pick<Post, 'downvoters'> {
  if (downvotesOff) return { downvoters: 'nobody' }
  return downvoters === 'everyone' ? {} : { downvoters }
}

const optionalLimits = (stored: PostFieldsRow['comment_limits']) => {
  const commentLimits = commentLimitsView(stored)
  return commentLimits ? { commentLimits } : {}
}

/** The fields of a post that everyone with the same rights gets. */
export function postFields(row: PostFieldsRow, to: ViewAs) {
  return {
    id: row.id,
    publicId: row.public_id,
    type: row.type,
    ...authorOf(row, to),
    userGroup: row.author_group,
    isPinned: row.is_pinned,
    isPinnedSite: row.is_pinned_site,
    communityId: row.community_id,
    communityName: row.community_name,
    communityProPic: row.community_icon && imageView(row.community_icon, 'icon', { copies: true }),
    communityBannerImage: row.community_banner && imageView(row.community_banner, 'banner', { copies: true }),
    title: titleView(row, to.viewer),
    ...contentOf(row, to),
    locked: row.locked_at !== null,
    lockedBy: row.locked_by,
    ...(row.locked_as && { lockedByGroup: row.locked_as }),
    lockedAt: row.locked_at?.toISOString() ?? null,
    ...(row.made_with_ai_by && { madeWithAiBy: row.made_with_ai_by }),
    ...optionalLimits(row.comment_limits),
    ...scoreOf(row, to.viewer),
    hotness: hidesScore(row, to.viewer) ? null : Number(row.hotness),
    ...downvotersOf(row, to),
    createdAt: row.created_at.toISOString(),
    editedAt: row.edited_at?.toISOString() ?? null,
    lastActivityAt: row.last_activity_at.toISOString(),
    deleted: row.deleted_at !== null,
    deletedAt: row.deleted_at?.toISOString() ?? null,
    ...(row.deleted_as && { deletedAs: row.deleted_as }),
    deletedContent: row.content_deleted_at !== null,
    ...(row.content_deleted_as && { deletedContentAs: row.content_deleted_as }),
    noComments: row.comment_count,
  }
}
