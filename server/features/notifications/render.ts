import { defaultBanKind } from '../../../contract/bans.ts'
import type { NotificationType } from '../../../contract/entities/notification.ts'
import { errorText } from '../../../contract/errorTexts.ts'
import { escapeMarkup } from '../../../contract/escapeMarkup.ts'
import { formatDay } from '../../../contract/formatDay.ts'
import type { HeldKind, HeldOutcome } from '../../../contract/heldWords.ts'
import { wireId } from '../../../contract/ids.ts'
import { removedSentence } from '../../../contract/noticeTexts.ts'
import { namesOfPermissions } from '../../../contract/permissionNames.ts'
import { t } from '../../../contract/texts/t.ts'
import type {
  ActionBasis,
  AlertCause,
  AppealAct,
  AppealOutcome,
  BanKind,
  ContentType,
  ModeratorPermission,
  ReportOutcome,
} from '../../../contract/words.ts'
import type { StaffRole } from '../../core/permissions/roles.ts'
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
    readonly ruleName?: string
    readonly noPosts?: number
    readonly noComments?: number
    readonly answer?: string
    readonly banKind?: BanKind
    readonly expiresAt?: string
    readonly isChange?: boolean
    readonly heldKind?: HeldKind
    readonly heldOutcome?: HeldOutcome
    readonly isOverdue?: boolean
    readonly heldCount?: number
    readonly conversationId?: number
    readonly subject?: string
    readonly isWarning?: boolean
    readonly cause?: AlertCause
    readonly noReports?: number
    readonly hours?: number
    readonly permissions?: readonly ModeratorPermission[]
    readonly from?: string
    readonly to?: string
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
  /^\/(?:admin|appeals|modmail|notice|notifications\/held)(?:[/?]|$)|^\/[^/]+\/modtools\/(?:appeals|modmail|mods|moves|reports\?kind=waiting)(?:[/?]|$)/

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

const votes: TitleWriter = ({ post, happened: count, aboutCommentId }, format) => {
  if (!post) return null
  const title = format.bold(post.title)
  return {
    title:
      aboutCommentId === null
        ? t('{count, plural, one {# new upvote} other {# new upvotes}} on your post {title}', {
            count,
            title,
          })
        : t('{count, plural, one {# new upvote} other {# new upvotes}} on your comment in {title}', {
            count,
            title,
          }),
    toURL: aboutCommentId === null ? pathOf(post) : `${pathOf(post)}/${wireId('comment', aboutCommentId)}`,
    icon: post.picture ?? defaultIcon,
  }
}

const ruleLine = (rule: string | undefined, format: TitleFormat) =>
  rule && t('Rule: {rule}', { rule: format.plain(rule) })
const reasonLine = (reason: string | undefined, format: TitleFormat) =>
  reason && t('Reason: {reason}', { reason: format.plain(reason) })

/** For sentences about an action of moderators or admins. */
type StaffAction = { readonly by: StaffRole } & Readonly<Record<'title' | 'community', string>>

/** An action of moderators or admins on a post or comment of the receiver, with role and reason but without name. */
const staffAction =
  (
    sentence: (action: StaffAction, isComment: boolean) => string,
    further: (parts: NotificationParts) => readonly string[] = () => [],
  ): TitleWriter =>
  (parts, format) => {
    const { post, deletedAs, aboutCommentId, details } = parts
    if (!post) return null
    const action = {
      title: format.bold(post.title),
      by: deletedAs === 'admins' ? 'admins' : 'mods',
      community: format.bold(post.communityName),
    } as const
    const why = [
      ruleLine(details.rule, format),
      reasonLine(details.reason, format),
      details.note && t('Note for you: {note}', { note: format.plain(details.note) }),
      ...further(parts),
    ]
    return {
      title: sentence(action, aboutCommentId !== null),
      body: why.filter(Boolean).join('\n'),
      toURL: aboutCommentId === null ? pathOf(post) : `${pathOf(post)}/${wireId('comment', aboutCommentId)}`,
      icon: post.picture ?? defaultIcon,
    }
  }

/** What an appeal is against, in words. */
function actOf(
  { details: { act = 'removal' }, post, aboutCommentId, communityName }: NotificationParts,
  format: TitleFormat,
): string {
  if (act === 'ban')
    return communityName === null
      ? t('the ban from the site')
      : t('the ban from {community}', { community: format.bold(communityName) })
  const about = { act, title: post ? format.bold(post.title) : '' }
  return (
    aboutCommentId === null
      ? t('{act, select, removal {the removal of} other {the lock on}} the post {title}', about)
      : t('{act, select, removal {the removal of} other {the lock on}} a comment on the post {title}', about)
  ).trimEnd()
}

/** What someone may not do, and until when. */
function banSentence(kind: BanKind, isFromSite: boolean, expiresAt: string | undefined): string {
  const facts = {
    kind,
    place: isFromSite ? 'site' : 'community',
    day: expiresAt === undefined ? '' : formatDay(expiresAt),
  } as const
  return expiresAt === undefined
    ? t(
        "You can't {kind, select, posting {post} commenting {comment} reading {read, post, comment, vote or report} other {post, comment, vote or report}}{place, select, community { there} other { on this site}} until the ban is lifted.",
        facts,
      )
    : t(
        "You can't {kind, select, posting {post} commenting {comment} reading {read, post, comment, vote or report} other {post, comment, vote or report}}{place, select, community { there} other { on this site}} until {day} (UTC).",
        facts,
      )
}

/** @returns the sentence about a report for its reporter. */
function outcomeSentence(outcome: ReportOutcome, isComment: boolean, title: string): string {
  const facts = { outcome, title }
  return isComment
    ? t(
        'Your report of a comment on {title} was reviewed: {outcome, select, removed {comment removed} locked {comment locked} other {no action taken}}',
        facts,
      )
    : t(
        'Your report of the post {title} was reviewed: {outcome, select, removed {post removed} locked {post locked} other {no action taken}}',
        facts,
      )
}

/** @returns the sentence about reports for moderators. */
function alertSentence(
  cause: AlertCause,
  facts: {
    readonly kind: ContentType
    readonly community: string
    readonly title: string
    readonly reports: number
    readonly targets: number
    readonly hours: number
  },
): string {
  switch (cause) {
    case 'first':
      return t(
        '{kind, select, comment {A comment on {title} in {community} was reported} other {A post in {community} was reported: {title}}}',
        { ...facts },
      )
    case 'threshold':
      return t(
        '{kind, select, comment {{reports, number} reports of a comment on {title} in {community}} other {{reports, number} reports of a post in {community}: {title}}}',
        { ...facts },
      )
    case 'age':
      return facts.targets === 1
        ? t(
            '{kind, select, comment {A report of a comment on {title} in {community}} other {A report of the post {title} in {community}}} has been open for {hours, plural, one {an hour} other {# hours}}',
            { ...facts },
          )
        : t(
            'Reports of {targets, number} posts and comments in {community} have been open for {hours, plural, one {an hour} other {# hours}}',
            { ...facts },
          )
  }
}

/** @returns what a moderation message is about. */
function modmailSentence(
  { communityName, actor, deletedAs, details: { subject = '', isWarning = false } }: NotificationParts,
  format: TitleFormat,
): string {
  const about = {
    community: format.bold(communityName ?? ''),
    subject: format.plain(subject),
    by: deletedAs === 'admins' ? 'admins' : 'mods',
  } as const
  if (deletedAs === null)
    return actor === null
      ? t('A member wrote to the moderators of {community}: {subject}', about)
      : t('{name} wrote to the moderators of {community}: {subject}', {
          ...about,
          name: format.bold(`@${actor}`),
        })
  return isWarning
    ? t(
        '{by, select, admins {The admins} other {The moderators of {community}}} sent you a warning: {subject}',
        about,
      )
    : t(
        '{by, select, admins {The admins} other {The moderators of {community}}} sent you a message: {subject}',
        about,
      )
}

/** @returns who banned the receiver, and from where. */
function bannedSentence({ communityName, deletedAs, details }: NotificationParts, format: TitleFormat) {
  const facts = {
    by: deletedAs === 'admins' ? 'admins' : 'mods',
    place: communityName === null ? 'site' : 'community',
    community: communityName === null ? '' : format.bold(communityName),
  } as const
  return details.isChange
    ? t(
        '{by, select, admins {The admins} other {The moderators of {community}}} changed your ban from {place, select, site {this site} other {{community}}}',
        facts,
      )
    : t(
        '{by, select, admins {The admins} other {The moderators of {community}}} banned you from {place, select, site {this site} other {{community}}}',
        facts,
      )
}

/** By type; null if something that the title needs no longer exists. */
const writers: Record<NotificationType, TitleWriter> = {
  new_comment: discussion(
    (who, title) => t('{who} commented on your post {title}', { who, title }),
    (count, title) => t('{count, number} new comments on your post {title}', { count, title }),
  ),
  comment_reply: discussion(
    (who, title) => t('{who} replied to your comment on post {title}', { who, title }),
    (count, title) => t('{count, number} new replies to your comment on post {title}', { count, title }),
  ),
  mention: ({ post, actor, actorPicture, commentId }, format) =>
    post && actor !== null
      ? {
          title: t('{who} mentioned you in {title}', {
            who: format.bold(actor),
            title: format.bold(post.title),
          }),
          toURL: commentId === null ? pathOf(post) : `${pathOf(post)}/${wireId('comment', commentId)}`,
          icon: actorPicture ?? post.picture ?? defaultIcon,
        }
      : null,
  new_votes: votes,
  deleted_post: staffAction(
    (action) =>
      t(
        'Your post {title} has been removed by {by, select, admins {the admins} other {moderators of {community}}}',
        action,
      ),
    (parts) => statementOfReasons('removal', parts),
  ),
  deleted_comment: staffAction(
    (action) =>
      t(
        'Your comment on {title} has been removed by {by, select, admins {the admins} other {moderators of {community}}}',
        action,
      ),
    (parts) => statementOfReasons('removal', parts),
  ),
  locked: staffAction(
    (action, isComment) =>
      isComment
        ? t(
            'Your comment on {title} has been locked by {by, select, admins {the admins} other {moderators of {community}}}',
            action,
          )
        : t(
            'Your post {title} has been locked by {by, select, admins {the admins} other {moderators of {community}}}',
            action,
          ),
    (parts) => statementOfReasons('lock', parts),
  ),
  restored: staffAction((action, isComment) =>
    isComment
      ? t(
          'Your comment on {title} has been restored by {by, select, admins {the admins} other {moderators of {community}}}',
          action,
        )
      : t(
          'Your post {title} has been restored by {by, select, admins {the admins} other {moderators of {community}}}',
          action,
        ),
  ),
  report_handled: ({ post, aboutCommentId, details: { outcome } }, format) => {
    if (!post || outcome === undefined) return null
    const isComment = aboutCommentId !== null
    return {
      title: outcomeSentence(outcome, isComment, format.bold(post.title)),
      toURL: isComment ? `${pathOf(post)}/${wireId('comment', aboutCommentId)}` : pathOf(post),
      icon: defaultIcon,
    }
  },
  reported: ({ post, aboutCommentId, communityName, details }, format) => {
    if (!post || communityName === null) return null
    const { cause = 'first', noReports = 1, noTargets = 1, hours = 0 } = details
    return {
      title: alertSentence(cause, {
        kind: aboutCommentId === null ? 'post' : 'comment',
        community: format.bold(communityName),
        title: format.bold(post.title),
        reports: noReports,
        targets: noTargets,
        hours,
      }),
      body: reasonLine(details.reason, format) || '',
      toURL: `/${communityName}/modtools/reports`,
      icon: defaultIcon,
    }
  },
  held_waiting: ({ communityName }, format) =>
    communityName === null
      ? null
      : {
          title: t('Posts or comments are waiting for your review in {community}', {
            community: format.bold(communityName),
          }),
          toURL: `/${communityName}/modtools/reports?kind=waiting`,
          icon: defaultIcon,
        },
  held_decided: ({ post, aboutCommentId, communityName, details }, format) => {
    const { heldKind: kind = 'post', heldOutcome, isOverdue = false, heldCount = 1, reason } = details
    const community = format.bold(communityName ?? '')
    if (heldOutcome === 'approved')
      return {
        title: t(
          'Your {kind, select, post {post} comment {comment} other {edit}} in {community} was approved and is visible now',
          { kind, community },
        ),
        toURL:
          post === null
            ? '#'
            : aboutCommentId === null
              ? pathOf(post)
              : `${pathOf(post)}/${wireId('comment', aboutCommentId)}`,
        icon: defaultIcon,
      }
    return {
      title:
        heldCount > 1
          ? t('{count, number} of your posts and comments were not approved', { count: heldCount })
          : t(
              'Your {kind, select, post {post} comment {comment} other {edit}} in {community} was not approved',
              { kind, community },
            ),
      body: [
        isOverdue ? t('No moderator reviewed it in time.') : '',
        reasonLine(reason && (errorText(reason) ?? reason), format),
      ]
        .filter(Boolean)
        .join('\n'),
      toURL: '/notifications/held',
      icon: defaultIcon,
    }
  },
  automation: ({ post, aboutCommentId, communityName, details }, format) => {
    const rule = format.bold(details.ruleName ?? '')
    const body = reasonLine(details.reason, format) || ''
    if (!post)
      return communityName === null
        ? null
        : {
            title: t('The rule “{rule}” held something for review in {community}', {
              rule,
              community: format.bold(communityName),
            }),
            body,
            toURL: `/${communityName}/modtools/review`,
            icon: defaultIcon,
          }
    return {
      title: t(
        'The rule “{rule}” matched a {kind, select, comment {comment on the post} other {post}}: {title}',
        {
          rule,
          kind: aboutCommentId === null ? 'post' : 'comment',
          title: format.bold(post.title),
        },
      ),
      body,
      toURL: aboutCommentId === null ? pathOf(post) : `${pathOf(post)}/${wireId('comment', aboutCommentId)}`,
      icon: defaultIcon,
    }
  },
  appeal_filed: (parts, format) => ({
    title:
      parts.actor === null
        ? t('A member appealed {act}', { act: actOf(parts, format) })
        : t('{name} appealed {act}', {
            name: format.bold(`@${parts.actor}`),
            act: actOf(parts, format),
          }),
    toURL: parts.communityName === null ? '/admin/appeals' : `/${parts.communityName}/modtools/appeals`,
    icon: defaultIcon,
  }),
  appeal_answered: (parts, format) => ({
    title:
      parts.details.appealOutcome !== 'overturned'
        ? t('Your appeal was declined, so {act} stands', { act: actOf(parts, format) })
        : parts.details.isReversed === false
          ? t("Your appeal was accepted, but {act} couldn't be undone", { act: actOf(parts, format) })
          : t('Your appeal was accepted, and {act} was undone', { act: actOf(parts, format) }),
    body: t('Answer: {answer}', { answer: format.plain(parts.details.answer ?? '') }),
    toURL: '/appeals',
    icon: defaultIcon,
  }),
  banned: (parts, format) => {
    const { communityName, details } = parts
    const { banKind = defaultBanKind, expiresAt, rule, reason } = details
    return {
      title: bannedSentence(parts, format),
      body: [
        banSentence(banKind, communityName === null, expiresAt),
        ruleLine(rule, format),
        reasonLine(reason, format),
        removedSentence(details),
        ...statementOfReasons('ban', parts),
      ]
        .filter(Boolean)
        .join('\n'),
      toURL: '/appeals',
      icon: defaultIcon,
    }
  },
  modmail: (parts, format) => {
    const { communityName, actorPicture, deletedAs, details } = parts
    const { conversationId } = details
    if (communityName === null || conversationId === undefined) return null
    const path = deletedAs === null ? `/${communityName}/modtools/modmail` : '/modmail'
    return {
      title: modmailSentence(parts, format),
      toURL: `${path}?conversation=${conversationId}`,
      icon: actorPicture ?? defaultIcon,
    }
  },
  mod_add: ({ communityName, actor }, format) =>
    communityName !== null && actor !== null
      ? {
          title: t('You are added as a moderator of {community} by {name}', {
            community: format.plain(communityName),
            name: format.bold(`@${actor}`),
          }),
          toURL: `/${communityName}`,
          icon: defaultIcon,
        }
      : null,
  mod_permissions: ({ communityName, details: { permissions = [] } }, format) =>
    communityName === null
      ? null
      : {
          title: t('Your moderator permissions in {community} have changed', {
            community: format.bold(communityName),
          }),
          body:
            permissions.length === 0
              ? t('You have no permissions now. You can still speak as a moderator.')
              : t('New permissions: {permissions}', { permissions: namesOfPermissions(permissions) }),
          toURL: `/${communityName}/modtools/mods`,
          icon: defaultIcon,
        },
  move_proposed: ({ post, communityName, details: { from = '' } }, format) =>
    post && communityName !== null
      ? {
          title: t('Moderators of {from} want to move the post {title} to {community}', {
            from: format.bold(from),
            title: format.bold(post.title),
            community: format.bold(communityName),
          }),
          toURL: `/${communityName}/modtools/moves`,
          icon: defaultIcon,
        }
      : null,
  post_moved: ({ post, details: { from = '', to = '' } }, format) =>
    post && {
      title: t('Your post {title} was moved from {from} to {to}', {
        title: format.bold(post.title),
        from: format.bold(from),
        to: format.bold(to),
      }),
      toURL: pathOf(post),
      icon: post.picture ?? defaultIcon,
    },
  community_renamed: ({ communityName, details: { formerName = '', newName = '' } }, format) => ({
    title: t('{former} is now called {name}', {
      former: format.bold(formerName),
      name: format.bold(newName),
    }),
    body: t('The admins renamed it. Old links still work.'),
    toURL: communityName === null ? '#' : `/${communityName}`,
    icon: defaultIcon,
  }),
  new_badge: ({ receiver, badgeType }, format, siteName) =>
    receiver !== null && badgeType !== null
      ? {
          title: t(
            'You are awarded the {badge} badge for your contribution to {site} and for sheer awesomeness!',
            { badge: format.bold(badgeType), site: format.plain(siteName) },
          ),
          toURL: `/@${receiver}`,
          icon: `/badge-${badgeType}.png`,
        }
      : null,
  welcome: ({ communityName }, format, siteName) =>
    communityName !== null
      ? {
          title: t('{welcome}. Make a post in our {community} community to say hello!', {
            welcome: format.bold(t('Welcome to {site}', { site: siteName })),
            community: format.bold(communityName),
          }),
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
  wave: () => ({
    title: t('A bot wave may be underway. New members will face stricter checks for a few hours.'),
    toURL: '/admin/waves',
    icon: defaultIcon,
  }),
  notice: ({ details }) => ({ title: titleForAdmins(details), toURL: '/admin/notices', icon: defaultIcon }),
  own_notice: ({ details }) => ({
    title: titleForSender(details),
    toURL: `/notice/${details.noticeNumber}`,
    icon: defaultIcon,
  }),
  approved: (_parts, format, siteName) => ({
    title: t('Your application was approved. Welcome to {site}!', { site: format.plain(siteName) }),
    toURL: '/',
    icon: defaultIcon,
  }),
}

/**
 * Renders a notification as text in the current language. In HTML, everything that users wrote is escaped. A notification about something that
 * does not exist any more gets a title that says so, and no link.
 */
export function renderNotification(parts: NotificationParts, { siteName, html }: Style): Rendered {
  const written = writers[parts.type](parts, html ? htmlFormat : plainFormat, siteName)
  return (
    written ?? {
      title: t('This notification is about something that no longer exists.'),
      toURL: '#',
      icon: defaultIcon,
    }
  )
}
