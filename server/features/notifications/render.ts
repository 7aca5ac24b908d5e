import type { NotificationType } from '../../../contract/entities/notification.ts'
import { escapeMarkup } from '../../../contract/escapeMarkup.ts'
import { formatDay } from '../../../contract/formatDay.ts'
import { wireId } from '../../../contract/ids.ts'
import { removedSentence } from '../../../contract/noticeTexts.ts'
import type {
  ActionBasis,
  AlertCause,
  AppealAct,
  AppealOutcome,
  BanKind,
  ReportOutcome,
} from '../../../contract/words.ts'
import { isolate } from '../../platform/text/direction.ts'
import { type NoticeDetails, titleForAdmins, titleForSender } from './noticeTitles.ts'
import { statementOfReasons } from './statementOfReasons.ts'

/** The title of a notification, plain or as HTML with parts in bold, its link and its icon. */
interface Rendered {
  readonly title: string
  /** Further sentences, in the form of the title. */
  readonly body?: string
  readonly toURL: string
  readonly icon: string
}

/** The facts of a notification; those of other types, and of subjects that no longer exist, are null. */
export interface NotificationParts {
  readonly type: NotificationType
  readonly happened: number
  /** The name of the member who caused it, or of the ghost. */
  readonly actor: string | null
  /** URL of that member's picture. */
  readonly actorPicture: string | null
  readonly post: {
    readonly title: string
    readonly communityName: string
    readonly publicId: string
    /** URL of its picture. */
    readonly picture: string | null
  } | null
  readonly commentId: string | null
  readonly aboutCommentId: string | null
  readonly deletedAs: string | null
  readonly communityName: string | null
  readonly receiver: string | null
  readonly badgeType: string | null
  readonly body: string | null
  readonly details: NoticeDetails & {
    readonly rule?: string
    readonly reason?: string
    readonly note?: string
    readonly outcome?: ReportOutcome
    readonly act?: AppealAct
    readonly appealOutcome?: AppealOutcome
    readonly isReversed?: boolean
    readonly isErased?: boolean
    readonly basis?: ActionBasis
    readonly noPosts?: number
    readonly noComments?: number
    readonly answer?: string
    readonly banKind?: BanKind
    readonly expiresAt?: string
    readonly isChange?: boolean
    readonly conversationId?: number
    readonly subject?: string
    readonly isWarning?: boolean
    readonly cause?: AlertCause
    readonly noReports?: number
    readonly hours?: number
    readonly formerName?: string
    readonly newName?: string
  }
  /** When the first and the last event of the notification happened. */
  readonly createdAt: Date
  readonly updatedAt: Date
}

interface Style {
  readonly siteName: string
  readonly html: boolean
}

const defaultIcon = '/favicon.png?v=2'
const seconds = (at: Date) => Math.floor(at.getTime() / 1000)

/** Pages that the reference does not have. */
const onlyHere =
  /^\/(?:admin|appeals|modmail|notice)(?:[/?]|$)|^\/[^/]+\/modtools\/(?:appeals|modmail)(?:[/?]|$)/

/** Where a notification leads in another interface: to a page that it has, perhaps that of the community, or nowhere. */
export const urlElsewhere = (toURL: string, communityName: string): string => {
  if (!onlyHere.test(toURL)) return toURL
  return communityName === '' ? '#' : `/${communityName}`
}

/** Formats the parts of a title that come from users. */
interface TitleFormat {
  plain(text: string): string
  bold(text: string): string
}

const plainFormat: TitleFormat = { plain: (text) => text, bold: isolate }
const htmlFormat: TitleFormat = { plain: escapeMarkup, bold: (text) => `<b>${escapeMarkup(text)}</b>` }

type TitleWriter = (parts: NotificationParts, format: TitleFormat, siteName: string) => Rendered | null

/** New comments or replies. The link of more than one highlights them by their time on the page of the post. */
const discussion =
  (
    one: (who: string, title: string) => string,
    several: (count: number, title: string) => string,
  ): TitleWriter =>
  ({ post, actor, actorPicture, happened, commentId, createdAt, updatedAt }, format) => {
    if (!post || actor === null || commentId === null) return null
    const icon = actorPicture ?? post.picture ?? defaultIcon
    const path = pathOf(post)
    if (happened === 1)
      return {
        title: one(format.bold(actor), format.bold(post.title)),
        toURL: `${path}/${wireId('comment', commentId)}`,
        icon,
      }
    const marked = `highlightFrom=${seconds(createdAt)}&highlightTo=${seconds(updatedAt)}`
    return { title: several(happened, format.bold(post.title)), toURL: `${path}?${marked}`, icon }
  }

const pathOf = (post: { communityName: string; publicId: string }) =>
  `/${post.communityName}/post/${post.publicId}`

const votes: TitleWriter = ({ post, happened, aboutCommentId }, format) => {
  if (!post) return null
  const upvotes = `${happened} new ${happened === 1 ? 'upvote' : 'upvotes'}`
  const title = format.bold(post.title)
  return {
    title: `${upvotes} on your ${aboutCommentId === null ? `post ${title}` : `comment in ${title}`}`,
    toURL: aboutCommentId === null ? pathOf(post) : `${pathOf(post)}/${wireId('comment', aboutCommentId)}`,
    icon: post.picture ?? defaultIcon,
  }
}

/** An action of moderators or admins on a post or comment of the receiver, with role and reason but without name. */
const staffAction =
  (
    sentence: (title: string, isComment: boolean) => string,
    further: (parts: NotificationParts) => readonly string[] = () => [],
  ): TitleWriter =>
  (parts, format) => {
    const { post, deletedAs, aboutCommentId, details } = parts
    if (!post) return null
    const by = deletedAs === 'admins' ? 'the admins' : `moderators of ${format.bold(post.communityName)}`
    const why = [
      details.rule && `Rule: ${format.plain(details.rule)}`,
      details.reason && `Reason: ${format.plain(details.reason)}`,
      details.note && `Note to you: ${format.plain(details.note)}`,
      ...further(parts),
    ]
    return {
      title: `${sentence(format.bold(post.title), aboutCommentId !== null)} by ${by}`,
      body: why.filter(Boolean).join('\n'),
      toURL: aboutCommentId === null ? pathOf(post) : `${pathOf(post)}/${wireId('comment', aboutCommentId)}`,
      icon: post.picture ?? defaultIcon,
    }
  }

const outcomes: Record<ReportOutcome, string> = {
  removed: 'it has been removed',
  locked: 'it has been locked',
  kept: 'it stays as it is',
}

const inHours = (hours: number) => (hours === 1 ? 'an hour' : `${hours} hours`)

const actWords = { removal: 'the removal', lock: 'the lock', ban: 'the ban' }

/** What an appeal is against, in words. */
function actOf(
  { details: { act = 'removal' }, post, aboutCommentId, communityName }: NotificationParts,
  format: TitleFormat,
) {
  if (act === 'ban') return `the ban from ${communityName === null ? 'the site' : format.bold(communityName)}`
  const subject = aboutCommentId === null ? 'the post' : 'a comment on the post'
  return `${actWords[act]} of ${subject}${post ? ` ${format.bold(post.title)}` : ''}`
}

const forbidden: Record<BanKind, string> = {
  posting: 'post',
  commenting: 'comment',
  participating: 'post, comment, vote or report',
  reading: 'read it, post, comment, vote or report',
}

/** By type; null if something that the title needs no longer exists. */
const writers: Record<NotificationType, TitleWriter> = {
  new_comment: discussion(
    (who, title) => `${who} commented on your post ${title}`,
    (count, title) => `${count} new comments on your post ${title}`,
  ),
  comment_reply: discussion(
    (who, title) => `${who} replied to your comment on post ${title}`,
    (count, title) => `${count} new replies to your comment on post ${title}`,
  ),
  mention: ({ post, actor, actorPicture, commentId }, format) =>
    post && actor !== null
      ? {
          title: `${format.bold(actor)} mentioned you in ${format.bold(post.title)}`,
          toURL: commentId === null ? pathOf(post) : `${pathOf(post)}/${wireId('comment', commentId)}`,
          icon: actorPicture ?? post.picture ?? defaultIcon,
        }
      : null,
  new_votes: votes,
  deleted_post: staffAction(
    (title) => `Your post ${title} has been removed`,
    (parts) => statementOfReasons('removal', parts),
  ),
  deleted_comment: staffAction(
    (title) => `Your comment on post ${title} has been removed`,
    (parts) => statementOfReasons('removal', parts),
  ),
  locked: staffAction(
    (title, isComment) =>
      isComment ? `Your comment on post ${title} has been locked` : `Your post ${title} has been locked`,
    (parts) => statementOfReasons('lock', parts),
  ),
  restored: staffAction((title, isComment) =>
    isComment ? `Your comment on post ${title} has been restored` : `Your post ${title} has been restored`,
  ),
  report_handled: ({ post, aboutCommentId, details: { outcome } }, format) => {
    if (!post || outcome === undefined) return null
    const [subject, path] =
      aboutCommentId === null
        ? ['the post', pathOf(post)]
        : ['a comment on post', `${pathOf(post)}/${wireId('comment', aboutCommentId)}`]
    return {
      title: `Thank you for your report of ${subject} ${format.bold(post.title)}: ${outcomes[outcome]}`,
      toURL: path,
      icon: defaultIcon,
    }
  },
  reported: ({ post, aboutCommentId, communityName, details }, format) => {
    if (!post || communityName === null) return null
    const subject = aboutCommentId === null ? 'post' : 'comment on post'
    const place = `in ${format.bold(communityName)}`
    const title = format.bold(post.title)
    const { cause, noReports = 1, noTargets = 1, hours = 0 } = details
    const titles: Record<AlertCause, string> = {
      first: `A ${subject} ${place} was reported: ${title}`,
      threshold: `${noReports} reports of a ${subject} ${place}: ${title}`,
      age:
        noTargets === 1
          ? `A report of a ${subject} ${place} has been open for ${inHours(hours)}: ${title}`
          : `Reports of ${noTargets} posts and comments ${place} have been open for ${inHours(hours)}`,
    }
    return {
      title: titles[cause ?? 'first'],
      body: details.reason ? `Reason: ${format.plain(details.reason)}` : '',
      toURL: `/${communityName}/modtools/reports`,
      icon: defaultIcon,
    }
  },
  appeal_filed: (parts, format) => ({
    title: `${parts.actor === null ? 'A member' : format.bold(`@${parts.actor}`)} appeals against ${actOf(parts, format)}`,
    toURL: parts.communityName === null ? '/admin/appeals' : `/${parts.communityName}/modtools/appeals`,
    icon: defaultIcon,
  }),
  appeal_answered: (parts, format) => ({
    title:
      parts.details.appealOutcome !== 'overturned'
        ? `Your appeal was declined: ${actOf(parts, format)} stays`
        : parts.details.isReversed === false
          ? `Your appeal was accepted, but ${actOf(parts, format)} could not be taken back`
          : `Your appeal was accepted: ${actOf(parts, format)} has been taken back`,
    body: `Answer: ${format.plain(parts.details.answer ?? '')}`,
    toURL: '/appeals',
    icon: defaultIcon,
  }),
  banned: (parts, format) => {
    const { communityName, deletedAs, details } = parts
    const where = communityName === null ? 'this site' : format.bold(communityName)
    const by = deletedAs === 'admins' ? 'Admins' : `Moderators of ${where}`
    const { banKind = 'participating', expiresAt, isChange = false, rule, reason } = details
    return {
      title: isChange ? `${by} changed your ban from ${where}` : `${by} banned you from ${where}`,
      body: [
        `You may not ${forbidden[banKind]}${communityName === null ? '' : ' there'} ${
          expiresAt === undefined ? 'until the ban is lifted' : `until ${formatDay(expiresAt)} (UTC)`
        }.`,
        rule && `Rule: ${format.plain(rule)}`,
        reason && `Reason: ${format.plain(reason)}`,
        removedSentence(details),
        ...statementOfReasons('ban', parts),
      ]
        .filter(Boolean)
        .join('\n'),
      toURL: '/appeals',
      icon: defaultIcon,
    }
  },
  modmail: ({ communityName, actor, actorPicture, deletedAs, details }, format) => {
    const { conversationId, subject = '', isWarning = false } = details
    if (communityName === null || conversationId === undefined) return null
    const [who, path] =
      deletedAs === null
        ? [actor === null ? 'A member' : format.bold(`@${actor}`), `/${communityName}/modtools/modmail`]
        : [deletedAs === 'admins' ? 'Admins' : `Moderators of ${format.bold(communityName)}`, '/modmail']
    const what = isWarning
      ? 'warn you'
      : deletedAs === null
        ? `wrote to the moderators of ${format.bold(communityName)}`
        : 'wrote to you'
    return {
      title: `${who} ${what}: ${format.plain(subject)}`,
      toURL: `${path}?conversation=${conversationId}`,
      icon: actorPicture ?? defaultIcon,
    }
  },
  mod_add: ({ communityName, actor }, format) =>
    communityName !== null && actor !== null
      ? {
          title: `You are added as a moderator of ${format.plain(communityName)} by ${format.bold(`@${actor}`)}`,
          toURL: `/${communityName}`,
          icon: defaultIcon,
        }
      : null,
  community_renamed: ({ communityName, details: { formerName = '', newName = '' } }, format) => ({
    title: `${format.bold(formerName)} is called ${format.bold(newName)} now`,
    body: 'Admins renamed it. Links with the old name lead to the new one.',
    toURL: communityName === null ? '#' : `/${communityName}`,
    icon: defaultIcon,
  }),
  new_badge: ({ receiver, badgeType }, format, siteName) =>
    receiver !== null && badgeType !== null
      ? {
          title:
            `You are awarded the ${format.bold(badgeType)} badge for your contribution to ` +
            `${format.plain(siteName)} and for sheer awesomeness!`,
          toURL: `/@${receiver}`,
          icon: `/badge-${badgeType}.png`,
        }
      : null,
  welcome: ({ communityName }, format, siteName) =>
    communityName !== null
      ? {
          title: `${format.bold(`Welcome to ${siteName}`)}. Make a post in our ${format.bold(communityName)} community to say hello!`,
          toURL: `/${communityName}`,
          icon: defaultIcon,
        }
      : null,
  announcement: ({ post }, format) =>
    post && { title: format.bold(post.title), toURL: pathOf(post), icon: post.picture ?? defaultIcon },
  denied_comm: ({ body }, format) =>
    body === null ? null : { title: format.plain(body), toURL: '#', icon: defaultIcon },
  backup_failed: ({ body }, format) =>
    body === null ? null : { title: format.plain(body), toURL: '/admin/backups', icon: defaultIcon },
  notice: ({ details }) => ({ title: titleForAdmins(details), toURL: '/admin/notices', icon: defaultIcon }),
  own_notice: ({ details }) => ({
    title: titleForSender(details),
    toURL: `/notice/${details.noticeNumber}`,
    icon: defaultIcon,
  }),
  approved: (_parts, format, siteName) => ({
    title: format.plain(`Your application was approved. Welcome to ${siteName}!`),
    toURL: '/',
    icon: defaultIcon,
  }),
}

/**
 * Renders a notification as text. In HTML, everything that users wrote is escaped. A notification about something that
 * does not exist any more gets a title that says so, and no link.
 */
export function renderNotification(parts: NotificationParts, { siteName, html }: Style): Rendered {
  const written = writers[parts.type](parts, html ? htmlFormat : plainFormat, siteName)
  return written ?? { title: 'What this was about is no longer there.', toURL: '#', icon: defaultIcon }
}
