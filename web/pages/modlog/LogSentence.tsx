import type { ReactNode } from 'react'
import { defaultSiteBanKind } from '../../../contract/bans.ts'
import type { ModerationLogEntry } from '../../../contract/entities/moderationLog.ts'
import type { ModerationAction } from '../../../contract/moderationActions.ts'
import { t } from '../../../contract/texts/t.ts'
import { AuthorLink } from '../../features/authors/AuthorLink.tsx'
import { Link } from '../../ui/navigation/Link.tsx'
import { isolated } from '../../ui/text/isolated.tsx'
import { rich } from '../../ui/text/rich.ts'
import { Tag } from '../../ui/text/Tag.tsx'
import styles from './LogRow.module.css'
import { shortUrl } from './wordings.ts'

/** Actions whose sentence names the community. */
const aboutCommunity: ReadonlySet<ModerationAction> = new Set([
  'ban_from_community',
  'change_community_ban',
  'unban_from_community',
  'edit_community',
  'set_icon',
  'remove_icon',
  'set_banner',
  'remove_banner',
  'create_community',
  'add_default_community',
  'remove_default_community',
])

/** Actions about the comments on a post, or on all posts of a community, which the sentence names then. */
const aboutComments: ReadonlySet<ModerationAction> = new Set([
  'start_slow_mode',
  'end_slow_mode',
  'limit_commenters',
  'unlimit_commenters',
])

/** Whether the sentence of an entry names its community. */
export const namesCommunity = ({ action, post }: Pick<ModerationLogEntry, 'action' | 'post'>): boolean =>
  aboutCommunity.has(action) || (post === null && aboutComments.has(action))

/** Who did what, with links, as one sentence. */
export function LogSentence({ entry }: { entry: ModerationLogEntry }) {
  return sentence(entry)
}

/** The path of the entry's post; null when it no longer exists. */
const pathOfLoggedPost = ({ post, community }: ModerationLogEntry): string | null =>
  post && community && `/${community.name}/post/${post.publicId}`

function valuesOf(entry: ModerationLogEntry) {
  const { community, user, post, comment, details } = entry
  const path = pathOfLoggedPost(entry)
  const linked = (href: string | null) => (inside: ReactNode) =>
    href === null ? (
      inside
    ) : (
      <Link href={href} className={styles.target}>
        {inside}
      </Link>
    )
  const toPost = linked(path)
  return {
    actor: <Actor entry={entry} />,
    /** The title of a post is not shown once it is deleted. */
    titled: path !== null && post?.title ? ('yes' as const) : ('no' as const),
    title: toPost(<bdi>{isolated(post?.title)}</bdi>),
    post: toPost,
    comment: linked(path !== null && comment ? `${path}/${comment.id}` : null),
    user: user ? <AuthorLink item={user} className={styles.target} /> : t('someone'),
    community: community && linked(`/${community.name}`)(community.name),
    badge: details.badgeType ?? '',
    formerName: details.formerName ?? '',
    newName: details.newName ?? '',
    address: details.address ? shortUrl(details.address) : '',
    request: details.communityName ?? '',
    applicant: details.applicant ?? '',
    accounts: details.noAccounts ?? 0,
    images: details.noPictures ?? 0,
    backup: details.backupName ?? '',
    level: details.trustLevel ?? 0,
    // Older entries name none.
    kind: details.kind ?? defaultSiteBanKind,
    rule: <bdi>{isolated(details.automation)}</bdi>,
  }
}

function Actor({ entry: { moderator, actedAs, details } }: { entry: ModerationLogEntry }) {
  const isAdmin = actedAs === 'admins'
  if (details.basis === 'automation' && details.automation)
    return (
      <span className={styles.actor}>
        {rich('Automation rule “{rule}”', { rule: <bdi>{isolated(details.automation)}</bdi> })}
      </span>
    )
  // A hidden name, or the command line of the server.
  if (!moderator) return <span className={styles.actor}>{isAdmin ? t('An admin') : t('A moderator')}</span>
  return (
    <>
      <AuthorLink item={moderator} className={styles.actor} /> <Tag>{isAdmin ? t('Admin') : t('Mod')}</Tag>
    </>
  )
}

function sentence(entry: ModerationLogEntry): ReactNode {
  const values = valuesOf(entry)
  switch (entry.action) {
    case 'remove_post':
      return rich(
        '{titled, select, yes {{actor} removed the post {title}} other {{actor} removed <post>a post</post>}}',
        values,
      )
    case 'remove_post_content':
      return rich(
        '{titled, select, yes {{actor} removed the post {title} and its content} other {{actor} removed <post>a post</post> and its content}}',
        values,
      )
    case 'remove_comment':
      return rich(
        '{titled, select, yes {{actor} removed <comment>a comment</comment> on the post {title}} other {{actor} removed <comment>a comment</comment> on <post>a post</post>}}',
        values,
      )
    case 'erase_post':
      return rich(
        '{titled, select, yes {{actor} erased the post {title}} other {{actor} erased <post>a post</post>}}',
        values,
      )
    case 'erase_comment':
      return rich(
        '{titled, select, yes {{actor} erased <comment>a comment</comment> on the post {title}} other {{actor} erased <comment>a comment</comment> on <post>a post</post>}}',
        values,
      )
    case 'restore_post':
      return rich(
        '{titled, select, yes {{actor} restored the post {title}} other {{actor} restored <post>a post</post>}}',
        values,
      )
    case 'restore_comment':
      return rich(
        '{titled, select, yes {{actor} restored <comment>a comment</comment> on the post {title}} other {{actor} restored <comment>a comment</comment> on <post>a post</post>}}',
        values,
      )
    case 'lock_post':
      return rich(
        '{titled, select, yes {{actor} locked the post {title}} other {{actor} locked <post>a post</post>}}',
        values,
      )
    case 'unlock_post':
      return rich(
        '{titled, select, yes {{actor} unlocked the post {title}} other {{actor} unlocked <post>a post</post>}}',
        values,
      )
    case 'lock_comment':
      return rich(
        '{titled, select, yes {{actor} locked replies to <comment>a comment</comment> on the post {title}} other {{actor} locked replies to <comment>a comment</comment> on <post>a post</post>}}',
        values,
      )
    case 'unlock_comment':
      return rich(
        '{titled, select, yes {{actor} unlocked replies to <comment>a comment</comment> on the post {title}} other {{actor} unlocked replies to <comment>a comment</comment> on <post>a post</post>}}',
        values,
      )
    case 'mark_ai':
      return entry.comment
        ? rich(
            '{titled, select, yes {{actor} marked <comment>a comment</comment> on the post {title} as made with AI} other {{actor} marked <comment>a comment</comment> on <post>a post</post> as made with AI}}',
            values,
          )
        : rich(
            '{titled, select, yes {{actor} marked the post {title} as made with AI} other {{actor} marked <post>a post</post> as made with AI}}',
            values,
          )
    case 'unmark_ai':
      return entry.comment
        ? rich(
            '{titled, select, yes {{actor} removed the “Made with AI” mark from <comment>a comment</comment> on the post {title}} other {{actor} removed the “Made with AI” mark from <comment>a comment</comment> on <post>a post</post>}}',
            values,
          )
        : rich(
            '{titled, select, yes {{actor} removed the “Made with AI” mark from the post {title}} other {{actor} removed the “Made with AI” mark from <post>a post</post>}}',
            values,
          )
    case 'pin':
      return rich(
        '{titled, select, yes {{actor} pinned the post {title}} other {{actor} pinned <post>a post</post>}}',
        values,
      )
    case 'unpin':
      return rich(
        '{titled, select, yes {{actor} unpinned the post {title}} other {{actor} unpinned <post>a post</post>}}',
        values,
      )
    case 'pin_site':
      return rich(
        '{titled, select, yes {{actor} pinned the post {title} site-wide} other {{actor} pinned <post>a post</post> site-wide}}',
        values,
      )
    case 'unpin_site':
      return rich(
        '{titled, select, yes {{actor} unpinned the post {title} site-wide} other {{actor} unpinned <post>a post</post> site-wide}}',
        values,
      )
    case 'pin_comment':
      return rich(
        '{titled, select, yes {{actor} pinned <comment>a comment</comment> on the post {title}} other {{actor} pinned <comment>a comment</comment> on <post>a post</post>}}',
        values,
      )
    case 'unpin_comment':
      return rich(
        '{titled, select, yes {{actor} unpinned <comment>a comment</comment> on the post {title}} other {{actor} unpinned <comment>a comment</comment> on <post>a post</post>}}',
        values,
      )
    case 'start_slow_mode':
      return entry.post
        ? rich(
            '{titled, select, yes {{actor} turned on slow mode for the post {title}} other {{actor} turned on slow mode for <post>a post</post>}}',
            values,
          )
        : rich('{actor} turned on slow mode in {community}', values)
    case 'end_slow_mode':
      return entry.post
        ? rich(
            '{titled, select, yes {{actor} turned off slow mode for the post {title}} other {{actor} turned off slow mode for <post>a post</post>}}',
            values,
          )
        : rich('{actor} turned off slow mode in {community}', values)
    case 'limit_commenters':
      return entry.post
        ? rich(
            '{titled, select, yes {{actor} limited who can comment on the post {title}} other {{actor} limited who can comment on <post>a post</post>}}',
            values,
          )
        : rich('{actor} limited who can comment in {community}', values)
    case 'unlimit_commenters':
      return entry.post
        ? rich(
            '{titled, select, yes {{actor} let everyone comment on the post {title}} other {{actor} let everyone comment on <post>a post</post>}}',
            values,
          )
        : rich('{actor} let everyone comment in {community}', values)
    case 'move_post':
      return rich(
        '{titled, select, yes {{actor} moved the post {title} from {from} to {to}} other {{actor} moved <post>a post</post> from {from} to {to}}}',
        { ...values, from: entry.details.from ?? '', to: entry.details.to ?? '' },
      )
    case 'merge_post':
      return rich(
        '{titled, select, yes {{actor} merged another post into the post {title}} other {{actor} merged another post into <post>a post</post>}}',
        values,
      )
    case 'unmerge_post':
      return rich(
        '{titled, select, yes {{actor} undid the merge of the post {title} into another post} other {{actor} undid the merge of <post>a post</post> into another post}}',
        values,
      )
    case 'comment_as_community':
      return rich(
        '{titled, select, yes {{actor} wrote <comment>a comment</comment> as the community on the post {title}} other {{actor} wrote <comment>a comment</comment> as the community on <post>a post</post>}}',
        values,
      )
    case 'announce':
      return rich(
        '{titled, select, yes {{actor} announced the post {title} to all members} other {{actor} announced <post>a post</post> to all members}}',
        values,
      )
    case 'ignore_report':
      return entry.comment
        ? rich(
            '{titled, select, yes {{actor} ignored reports of <comment>a comment</comment> on the post {title}} other {{actor} ignored reports of <comment>a comment</comment> on <post>a post</post>}}',
            values,
          )
        : rich(
            '{titled, select, yes {{actor} ignored reports of the post {title}} other {{actor} ignored reports of <post>a post</post>}}',
            values,
          )
    case 'approve_post':
      return rich(
        '{titled, select, yes {{actor} approved the post {title}} other {{actor} approved <post>a post</post>}}',
        values,
      )
    case 'approve_comment':
      return rich(
        '{titled, select, yes {{actor} approved <comment>a comment</comment> on the post {title}} other {{actor} approved <comment>a comment</comment> on <post>a post</post>}}',
        values,
      )
    case 'approve_held':
      return entry.comment
        ? rich(
            '{titled, select, yes {{actor} approved <comment>a comment</comment> on the post {title} after review} other {{actor} approved <comment>a comment</comment> on <post>a post</post> after review}}',
            values,
          )
        : rich(
            '{titled, select, yes {{actor} approved the post {title} after review} other {{actor} approved <post>a post</post> after review}}',
            values,
          )
    case 'refuse_held':
      return rich(
        '{heldKind, select, post {{actor} declined a post that was waiting for review} comment {{actor} declined a comment that was waiting for review} other {{actor} declined an edit that was waiting for review}}',
        { ...values, heldKind: entry.details.heldKind ?? 'post' },
      )
    case 'uphold_appeal':
      return entry.user
        ? rich("{actor} declined an appeal of {user}'s ban", values)
        : entry.comment
          ? rich(
              '{titled, select, yes {{actor} declined an appeal about <comment>a comment</comment> on the post {title}} other {{actor} declined an appeal about <comment>a comment</comment> on <post>a post</post>}}',
              values,
            )
          : rich(
              '{titled, select, yes {{actor} declined an appeal about the post {title}} other {{actor} declined an appeal about <post>a post</post>}}',
              values,
            )
    case 'overturn_appeal':
      return entry.user
        ? rich("{actor} accepted an appeal of {user}'s ban", values)
        : entry.comment
          ? rich(
              '{titled, select, yes {{actor} accepted an appeal about <comment>a comment</comment> on the post {title}} other {{actor} accepted an appeal about <comment>a comment</comment> on <post>a post</post>}}',
              values,
            )
          : rich(
              '{titled, select, yes {{actor} accepted an appeal about the post {title}} other {{actor} accepted an appeal about <post>a post</post>}}',
              values,
            )
    case 'ban_from_community':
      return rich(
        '{kind, select, posting {{actor} banned {user} from posting in {community}} commenting {{actor} banned {user} from commenting in {community}} participating {{actor} banned {user} from {community}} other {{actor} banned {user} from {community}}}',
        values,
      )
    case 'change_community_ban':
      return rich("{actor} changed {user}'s ban in {community}", values)
    case 'unban_from_community':
      return rich('{actor} unbanned {user} from {community}', values)
    case 'add_moderator':
      return rich('{actor} added {user} as a moderator', values)
    case 'remove_moderator':
      return rich('{actor} removed {user} as a moderator', values)
    case 'change_moderator':
      return rich("{actor} changed {user}'s moderator permissions", values)
    case 'add_rule':
      return rich('{actor} added a rule', values)
    case 'edit_rule':
      return rich('{actor} changed a rule', values)
    case 'delete_rule':
      return rich('{actor} deleted a rule', values)
    case 'reorder_rules':
      return rich('{actor} reordered the rules', values)
    case 'add_automation':
      return rich('{actor} added the automation rule “{rule}”', values)
    case 'edit_automation':
      return rich('{actor} changed the automation rule “{rule}”', values)
    case 'delete_automation':
      return rich('{actor} deleted the automation rule “{rule}”', values)
    case 'undo_automation':
      return rich('{actor} undid what the automation rule “{rule}” did', values)
    case 'edit_removal_templates':
      return rich('{actor} changed the removal templates', values)
    case 'edit_community':
      return rich('{actor} changed the settings for {community}', values)
    case 'set_icon':
      return rich('{actor} set the icon for {community}', values)
    case 'remove_icon':
      return rich('{actor} removed the icon from {community}', values)
    case 'set_banner':
      return rich('{actor} set the banner for {community}', values)
    case 'remove_banner':
      return rich('{actor} removed the banner from {community}', values)
    case 'edit_alt_text':
      return entry.post
        ? rich(
            '{titled, select, yes {{actor} changed the alt text of an image in the post {title}} other {{actor} changed the alt text of an image in <post>a post</post>}}',
            values,
          )
        : entry.user
          ? rich("{actor} changed the alt text of {user}'s profile picture", values)
          : rich('{actor} changed the alt text of a community image', values)
    case 'create_community':
      return rich('{actor} created the community {community}', values)
    case 'rename_community':
      return rich('{actor} renamed {formerName} to {newName}', values)
    case 'add_default_community':
      return rich('{actor} made {community} a default community', values)
    case 'remove_default_community':
      return rich('{actor} removed {community} from the default communities', values)
    case 'ban_user':
      return rich(
        '{kind, select, posting {{actor} banned {user} from posting on the site} commenting {{actor} banned {user} from commenting on the site} participating {{actor} banned {user} from the site} other {{actor} banned {user} from the site}}',
        values,
      )
    case 'change_site_ban':
      return rich("{actor} changed {user}'s site ban", values)
    case 'ban_user_with_content':
      return rich('{actor} banned {user} from the site and removed their content', values)
    case 'restore_removed':
      return rich('{actor} restored the content removed when {user} was banned', values)
    case 'ban_users':
      return rich(
        '{accounts, plural, one {{actor} banned # account from the site} other {{actor} banned # accounts from the site}}',
        values,
      )
    case 'unban_users':
      return rich(
        '{accounts, plural, one {{actor} unbanned # account from the site} other {{actor} unbanned # accounts from the site}}',
        values,
      )
    case 'unban_user':
      return rich('{actor} unbanned {user} from the site', values)
    case 'delete_user':
      return rich("{actor} deleted {user}'s account", values)
    case 'give_badge':
      return rich('{actor} gave {user} the {badge} badge', values)
    case 'take_badge':
      return rich('{actor} removed the {badge} badge from {user}', values)
    case 'change_site_settings':
      return rich('{actor} changed the site settings', values)
    case 'add_admin':
      return rich('{actor} made {user} a site admin', values)
    case 'remove_admin':
      return rich('{actor} removed {user} as a site admin', values)
    case 'block_ip':
      return rich('{actor} blocked the IP address {address}', values)
    case 'cancel_ip_block':
      return entry.details.address
        ? rich('{actor} unblocked the IP address {address}', values)
        : rich('{actor} unblocked all IP addresses', values)
    case 'block_pictures':
      return rich('{images, plural, one {{actor} blocked # image} other {{actor} blocked # images}}', values)
    case 'unblock_pictures':
      return rich(
        '{images, plural, one {{actor} unblocked # image} other {{actor} unblocked # images}}',
        values,
      )
    case 'silence_reporter':
      return rich('{actor} hid reports by {user}', values)
    case 'unsilence_reporter':
      return rich('{actor} unhid reports by {user}', values)
    case 'deny_request':
      return rich('{actor} denied the request for the community {request}', values)
    case 'remove_request':
      return rich("{actor} removed {user}'s request for the community {request}", values)
    case 'log_out_user':
      return rich('{actor} logged {user} out everywhere', values)
    case 'log_out_users':
      return rich(
        '{accounts, plural, one {{actor} logged # account out everywhere} other {{actor} logged # accounts out everywhere}}',
        values,
      )
    case 'remove_contents':
      return rich(
        '{accounts, plural, one {{actor} removed posts and comments by # account in bulk} other {{actor} removed posts and comments by # accounts in bulk}}',
        values,
      )
    case 'restore_contents':
      return rich(
        '{accounts, plural, one {{actor} restored removed content for # account in bulk} other {{actor} restored removed content for # accounts in bulk}}',
        values,
      )
    case 'uncount_votes':
      return rich('{actor} stopped counting votes from {user}', values)
    case 'count_votes':
      return rich('{actor} counts votes from {user} again', values)
    case 'slow_votes':
      return rich('{actor} slowed down voting by {user}', values)
    case 'end_slow_votes':
      return rich('{actor} let {user} vote normally again', values)
    case 'slow_votes_of_users':
      return rich(
        '{accounts, plural, one {{actor} slowed down voting by # account} other {{actor} slowed down voting by # accounts}}',
        values,
      )
    case 'end_slow_votes_of_users':
      return rich(
        '{accounts, plural, one {{actor} let # account vote normally again} other {{actor} let # accounts vote normally again}}',
        values,
      )
    case 'uncount_votes_of_users':
      return rich(
        '{accounts, plural, one {{actor} stopped counting votes from # account} other {{actor} stopped counting votes from # accounts}}',
        values,
      )
    case 'count_votes_of_users':
      return rich(
        '{accounts, plural, one {{actor} counts votes from # account again} other {{actor} counts votes from # accounts again}}',
        values,
      )
    case 'set_password':
      return rich('{actor} set a new password for {user}', values)
    case 'mail_password_reset':
      return rich('{actor} sent {user} a link to set a new password', values)
    case 'confirm_email':
      return rich("{actor} confirmed {user}'s email address", values)
    case 'approve_application':
      return rich("{actor} approved {user}'s application", values)
    case 'decline_application':
      return rich("{actor} declined {applicant}'s application", values)
    case 'withdraw_invitation':
      return rich('{actor} withdrew an invitation created by {user}', values)
    case 'set_trust':
      return rich("{actor} set {user}'s trust level to {level, number}", values)
    case 'unset_trust':
      return rich("{actor} reset {user}'s trust level to automatic", values)
    case 'ban_bot':
      return rich('{actor} banned {user} as a bot or spam account', values)
    case 'delete_backup':
      return rich('{actor} deleted the backup {backup}', values)
    case 'download_backup':
      return rich('{actor} downloaded the backup {backup}', values)
  }
}
