import type { ModerationAction } from '../../../contract/moderationActions.ts'

/** The label of each action in the filter. */
export const actionLabels: Record<ModerationAction, string> = {
  remove_post: 'Removing posts',
  remove_post_content: 'Removing posts with their content',
  remove_comment: 'Removing comments',
  lock_post: 'Locking posts',
  unlock_post: 'Unlocking posts',
  lock_comment: 'Locking replies',
  unlock_comment: 'Unlocking replies',
  pin: 'Pinning posts',
  unpin: 'Unpinning posts',
  pin_site: 'Pinning posts site-wide',
  unpin_site: 'Unpinning posts site-wide',
  announce: 'Announcing posts',
  ignore_report: 'Ignoring reports',
  ban_from_community: 'Banning from a community',
  unban_from_community: 'Lifting bans from a community',
  add_moderator: 'Adding moderators',
  remove_moderator: 'Removing moderators',
  add_rule: 'Adding rules',
  edit_rule: 'Changing rules',
  delete_rule: 'Deleting rules',
  reorder_rules: 'Reordering rules',
  edit_community: 'Changing settings of a community',
  set_icon: 'Setting icons',
  remove_icon: 'Removing icons',
  set_banner: 'Setting banners',
  remove_banner: 'Removing banners',
  edit_alt_text: 'Describing images',
  create_community: 'Creating communities',
  add_default_community: 'Adding default communities',
  remove_default_community: 'Removing default communities',
  ban_user: 'Banning from the site',
  ban_user_with_content: 'Banning with all content',
  unban_user: 'Lifting bans from the site',
  delete_user: 'Deleting accounts',
  give_badge: 'Giving badges',
  take_badge: 'Taking badges',
  change_site_settings: 'Changing settings of the site',
  add_admin: 'Making admins',
  remove_admin: 'Dismissing admins',
  block_ip: 'Blocking addresses',
  cancel_ip_block: 'Lifting blocks of addresses',
  deny_request: 'Denying requests for communities',
  remove_request: 'Removing requests for communities',
  log_out_user: 'Logging members out',
  mail_password_reset: 'Sending links to reset a password',
  confirm_email: 'Confirming e-mail addresses',
  approve_application: 'Approving applications',
  decline_application: 'Declining applications',
  withdraw_invitation: 'Withdrawing invitations',
  delete_backup: 'Deleting backups',
  download_backup: 'Downloading backups',
}

/** The placeholders of a wording. */
export const gaps = [
  'post',
  'comment',
  'content',
  'image',
  'user',
  'community',
  'until',
  'changed',
  'badge',
  'address',
  'request',
  'applicant',
  'backup',
] as const
export type Gap = (typeof gaps)[number]

/** The predicate of each entry, after the name of the moderator; braces are placeholders. */
export const wordings: Record<ModerationAction, string> = {
  remove_post: 'removed {post}',
  remove_post_content: 'removed {post} with its content',
  remove_comment: 'removed {comment}',
  lock_post: 'locked {post}',
  unlock_post: 'unlocked {post}',
  lock_comment: 'locked the replies to {comment}',
  unlock_comment: 'unlocked the replies to {comment}',
  pin: 'pinned {post}',
  unpin: 'unpinned {post}',
  pin_site: 'pinned {post} site-wide',
  unpin_site: 'unpinned {post} site-wide',
  announce: 'announced {post} to all members',
  ignore_report: 'ignored reports of {content}',
  ban_from_community: 'banned {user} from {community}{until}',
  unban_from_community: 'lifted the ban of {user} from {community}',
  add_moderator: 'made {user} a moderator',
  remove_moderator: 'ended the time of {user} as a moderator',
  add_rule: 'added a rule',
  edit_rule: 'changed a rule',
  delete_rule: 'deleted a rule',
  reorder_rules: 'reordered the rules',
  edit_community: 'changed the settings of {community}{changed}',
  set_icon: 'set the icon of {community}',
  remove_icon: 'removed the icon of {community}',
  set_banner: 'set the banner of {community}',
  remove_banner: 'removed the banner of {community}',
  edit_alt_text: 'changed the alt text of {image}',
  create_community: 'created {community}',
  add_default_community: 'made {community} one that newcomers join',
  remove_default_community: 'made {community} one that newcomers do not join by themselves',
  ban_user: 'banned {user} from the site{until}',
  ban_user_with_content: 'banned {user} from the site and removed what they wrote',
  unban_user: 'lifted the ban of {user} from the site',
  delete_user: 'deleted the account of {user}',
  give_badge: 'gave {user} the badge {badge}',
  take_badge: 'took the badge {badge} from {user}',
  change_site_settings: 'changed the settings of the site{changed}',
  add_admin: 'made {user} an admin of the site',
  remove_admin: 'dismissed {user} as an admin of the site',
  block_ip: 'blocked the address {address}',
  cancel_ip_block: 'lifted the block of the address {address}',
  deny_request: 'denied the request for the community {request}',
  remove_request: 'removed the request of {user} for the community {request}',
  log_out_user: 'logged {user} out everywhere',
  mail_password_reset: 'sent {user} a link to set a new password',
  confirm_email: 'confirmed the e-mail address of {user}',
  approve_application: 'approved the application of {user}',
  decline_application: 'declined the application of {applicant}',
  withdraw_invitation: 'withdrew an invitation of {user}',
  delete_backup: 'deleted the backup {backup}',
  download_backup: 'downloaded the backup {backup}',
}

/** Splits a wording at its placeholders, in order; a placeholder becomes a part such as `{post}`. */
export const partsOf = (wording: string): string[] => wording.split(/(\{\w+\})/).filter((part) => part !== '')

const settings: Record<string, string> = {
  about: 'description',
  nsfw: 'not safe for work',
  postingRestricted: 'who may post',
  moderationLogNames: 'names in this log',
  signupsDisabled: 'sign-ups',
  torBlocked: 'visits through Tor',
}

/** `imagesPerPost` as "images per post". */
const inWords = (name: string): string => name.replace(/[A-Z]|\d+/g, (part) => ` ${part.toLowerCase()}`)

/** The settings that were changed, by their labels where they have one. */
export const settingNames = (changed: readonly string[]): string =>
  changed.map((name) => settings[name] ?? inWords(name)).join(', ')

/** A network in CIDR notation, or a plain address for a network of one address. */
export const shortUrl = (network: string): string => network.replace(/(?<=^[\d.]+)\/32$|(?<=:.*)\/128$/, '')
