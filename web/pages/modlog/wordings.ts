import type { ModerationAction } from '../../../contract/moderationActions.ts'
import { listText } from '../../../contract/texts/list.ts'
import { t } from '../../../contract/texts/t.ts'

/** The label of each action in the filter. */
export const actionLabels = (): Record<ModerationAction, string> => ({
  remove_post: t('Removing posts'),
  remove_post_content: t('Removing posts and their content'),
  remove_comment: t('Removing comments'),
  erase_post: t('Erasing posts'),
  erase_comment: t('Erasing comments'),
  restore_post: t('Restoring posts'),
  restore_comment: t('Restoring comments'),
  lock_post: t('Locking posts'),
  unlock_post: t('Unlocking posts'),
  lock_comment: t('Locking replies'),
  unlock_comment: t('Unlocking replies'),
  pin: t('Pinning posts'),
  unpin: t('Unpinning posts'),
  pin_site: t('Pinning posts site-wide'),
  unpin_site: t('Unpinning posts site-wide'),
  announce: t('Announcing posts'),
  ignore_report: t('Ignoring reports'),
  uphold_appeal: t('Declining appeals'),
  overturn_appeal: t('Accepting appeals'),
  approve_post: t('Approving posts'),
  approve_comment: t('Approving comments'),
  approve_held: t('Approving after review'),
  refuse_held: t('Declining after review'),
  ban_from_community: t('Banning from a community'),
  change_community_ban: t('Changing community bans'),
  unban_from_community: t('Lifting community bans'),
  add_moderator: t('Adding moderators'),
  remove_moderator: t('Removing moderators'),
  add_rule: t('Adding rules'),
  edit_rule: t('Changing rules'),
  delete_rule: t('Deleting rules'),
  reorder_rules: t('Reordering rules'),
  add_automation: t('Adding automation rules'),
  edit_automation: t('Changing automation rules'),
  delete_automation: t('Deleting automation rules'),
  undo_automation: t('Undoing automation rules'),
  edit_removal_templates: t('Changing removal templates'),
  edit_community: t('Changing community settings'),
  set_icon: t('Setting icons'),
  remove_icon: t('Removing icons'),
  set_banner: t('Setting banners'),
  remove_banner: t('Removing banners'),
  edit_alt_text: t('Changing alt text'),
  create_community: t('Creating communities'),
  rename_community: t('Renaming communities'),
  add_default_community: t('Adding default communities'),
  remove_default_community: t('Removing default communities'),
  ban_user: t('Banning from the site'),
  change_site_ban: t('Changing site bans'),
  ban_user_with_content: t('Banning and removing content'),
  restore_removed: t("Restoring banned members' content"),
  ban_users: t('Banning accounts in bulk'),
  unban_users: t('Unbanning accounts in bulk'),
  unban_user: t('Lifting site bans'),
  delete_user: t('Deleting accounts'),
  give_badge: t('Giving badges'),
  take_badge: t('Removing badges'),
  change_site_settings: t('Changing site settings'),
  add_admin: t('Adding admins'),
  remove_admin: t('Removing admins'),
  block_ip: t('Blocking IP addresses'),
  cancel_ip_block: t('Unblocking IP addresses'),
  silence_reporter: t("Hiding a member's reports"),
  unsilence_reporter: t("Unhiding a member's reports"),
  deny_request: t('Denying community requests'),
  remove_request: t('Removing community requests'),
  set_password: t('Setting passwords'),
  log_out_user: t('Logging out members'),
  log_out_users: t('Logging out members in bulk'),
  remove_contents: t('Removing content in bulk'),
  restore_contents: t('Restoring content in bulk'),
  mail_password_reset: t('Sending password reset links'),
  confirm_email: t('Confirming email addresses'),
  approve_application: t('Approving applications'),
  decline_application: t('Declining applications'),
  withdraw_invitation: t('Withdrawing invitations'),
  delete_backup: t('Deleting backups'),
  download_backup: t('Downloading backups'),
})

const settings = (): Record<string, string> => ({
  about: t('description'),
  nsfw: t('not safe for work'),
  postingRestricted: t('who can post'),
  moderationLogNames: t('names in this log'),
  signupsDisabled: t('sign-ups'),
  torBlocked: t('Tor access'),
})

/** `imagesPerPost` as "images per post". */
const inWords = (name: string): string => name.replace(/[A-Z]|\d+/g, (part) => ` ${part.toLowerCase()}`)

/** The settings that were changed, by their labels where they have one. */
export const settingNames = (changed: readonly string[]): string =>
  listText(changed.map((name) => settings()[name] ?? inWords(name)))

/** A network in CIDR notation, or a plain address for a network of one address. */
export const shortUrl = (network: string): string => network.replace(/(?<=^[\d.]+)\/32$|(?<=:.*)\/128$/, '')
