import type { NotificationType } from '../../contract/entities/notification.ts'

/** What a notification says and where it leads, in one of its two forms: plain, or HTML with parts in bold. */
interface Rendered {
  readonly title: string
  readonly toURL: string
  readonly icon: string
}

/** What the texts are made of; what belongs to other kinds is null, and so is what is not there any more. */
export interface NotificationParts {
  readonly type: NotificationType
  readonly happened: number
  /** Who did it, as everybody may read it. */
  readonly actor: string | null
  /** Address of that member's picture. */
  readonly actorPicture: string | null
  readonly post: {
    readonly title: string
    readonly communityName: string
    readonly publicId: string
    /** Address of its picture. */
    readonly picture: string | null
  } | null
  readonly commentId: string | null
  readonly aboutCommentId: string | null
  readonly deletedAs: string | null
  readonly communityName: string | null
  readonly receiver: string | null
  readonly badgeType: string | null
  readonly body: string | null
  /** When the first and the last of what it stands for happened. */
  readonly createdAt: Date
  readonly updatedAt: Date
}

interface Style {
  readonly siteName: string
  readonly html: boolean
}

const defaultIcon = '/favicon.png?v=2'
const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
const seconds = (at: Date) => Math.floor(at.getTime() / 1000)

/** How the parts of a title are written: `plain` as they stand, `bold` emphasised. */
interface Pen {
  plain(text: string): string
  bold(text: string): string
}

const plainPen: Pen = { plain: (text) => text, bold: (text) => text }
const htmlPen: Pen = { plain: escaped, bold: (text) => `<b>${escaped(text)}</b>` }

type Writer = (parts: NotificationParts, pen: Pen, siteName: string) => Rendered | null

/** New comments or replies; after more than one has come, the page marks those that came. */
const discussion =
  (one: (who: string, title: string) => string, several: (count: number, title: string) => string): Writer =>
  ({ post, actor, actorPicture, happened, commentId, createdAt, updatedAt }, pen) => {
    if (!post || actor === null || commentId === null) return null
    const icon = actorPicture ?? post.picture ?? defaultIcon
    const path = pathOf(post)
    if (happened === 1)
      return {
        title: one(pen.bold(actor), pen.bold(post.title)),
        toURL: `${path}/${commentId}`,
        icon,
      }
    const marked = `highlightFrom=${seconds(createdAt)}&highlightTo=${seconds(updatedAt)}`
    return { title: several(happened, pen.bold(post.title)), toURL: `${path}?${marked}`, icon }
  }

const pathOf = (post: { communityName: string; publicId: string }) =>
  `/${post.communityName}/post/${post.publicId}`

const votes: Writer = ({ post, happened, aboutCommentId }, pen) => {
  if (!post) return null
  const upvotes = `${happened} new ${happened === 1 ? 'upvote' : 'upvotes'}`
  const title = pen.bold(post.title)
  return {
    title: `${upvotes} on your ${aboutCommentId === null ? `post ${title}` : `comment in ${title}`}`,
    toURL: aboutCommentId === null ? pathOf(post) : `${pathOf(post)}/${aboutCommentId}`,
    icon: post.picture ?? defaultIcon,
  }
}

/** Each kind as API contract 2.8 words it; null when something it needs is not there any more. */
const writers: Record<NotificationType, Writer> = {
  new_comment: discussion(
    (who, title) => `${who} commented on your post ${title}`,
    (count, title) => `${count} new comments on your post ${title}`,
  ),
  comment_reply: discussion(
    (who, title) => `${who} replied to your comment on post ${title}`,
    (count, title) => `${count} new replies to your comment on post ${title}`,
  ),
  new_votes: votes,
  deleted_post: ({ post, deletedAs }, pen) => {
    if (!post) return null
    const by = deletedAs === 'admins' ? 'the admins' : `moderators of ${pen.bold(post.communityName)}`
    return {
      title: `Your post ${pen.bold(post.title)} has been removed by ${by}`,
      toURL: pathOf(post),
      icon: post.picture ?? defaultIcon,
    }
  },
  mod_add: ({ communityName, actor }, pen) =>
    communityName !== null && actor !== null
      ? {
          title: `You are added as a moderator of ${pen.plain(communityName)} by ${pen.bold(`@${actor}`)}`,
          toURL: `/${communityName}`,
          icon: defaultIcon,
        }
      : null,
  new_badge: ({ receiver, badgeType }, pen, siteName) =>
    receiver !== null && badgeType !== null
      ? {
          title:
            `You are awarded the ${pen.bold(badgeType)} badge for your contribution to ` +
            `${pen.plain(siteName)} and for sheer awesomeness!`,
          toURL: `/@${receiver}`,
          icon: `/badge-${badgeType}.png`,
        }
      : null,
  welcome: ({ communityName }, pen, siteName) =>
    communityName !== null
      ? {
          title: `${pen.bold(`Welcome to ${siteName}`)}. Make a post in our ${pen.bold(communityName)} community to say hello!`,
          toURL: `/${communityName}`,
          icon: defaultIcon,
        }
      : null,
  announcement: ({ post }, pen) =>
    post && { title: pen.bold(post.title), toURL: pathOf(post), icon: post.picture ?? defaultIcon },
  denied_comm: ({ body }, pen) =>
    body === null ? null : { title: pen.plain(body), toURL: '#', icon: defaultIcon },
}

/**
 * Words a notification. In HTML every text from outside is escaped. One whose subject is gone says so, and
 * leads nowhere: it must not keep the others from being read.
 */
export function renderNotification(parts: NotificationParts, { siteName, html }: Style): Rendered {
  const written = writers[parts.type](parts, html ? htmlPen : plainPen, siteName)
  return written ?? { title: 'What this was about is no longer there.', toURL: '#', icon: defaultIcon }
}
