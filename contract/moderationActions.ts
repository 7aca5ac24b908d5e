/** Actions that only admins see: about IP addresses, accounts, backups, who requested which community, and who would like to join. */
export const privateModerationActions = [
  'block_ip',
  'cancel_ip_block',
  'deny_request',
  'remove_request',
  'log_out_user',
  'mail_password_reset',
  'confirm_email',
  'approve_application',
  'decline_application',
  'withdraw_invitation',
  'delete_backup',
  'download_backup',
] as const

/** Actions that everybody may read in the moderation log. */
export const publicModerationActions = [
  'remove_post',
  'remove_post_content',
  'remove_comment',
  'lock_post',
  'unlock_post',
  'lock_comment',
  'unlock_comment',
  'pin',
  'unpin',
  'pin_site',
  'unpin_site',
  'announce',
  'ignore_report',
  'ban_from_community',
  'unban_from_community',
  'add_moderator',
  'remove_moderator',
  'add_rule',
  'edit_rule',
  'delete_rule',
  'reorder_rules',
  'edit_community',
  'set_icon',
  'remove_icon',
  'set_banner',
  'remove_banner',
  'edit_alt_text',
  'create_community',
  'add_default_community',
  'remove_default_community',
  'ban_user',
  'ban_user_with_content',
  'unban_user',
  'delete_user',
  'give_badge',
  'take_badge',
  'change_site_settings',
  'add_admin',
  'remove_admin',
] as const

/** All actions that are recorded. */
export const moderationActions = [...publicModerationActions, ...privateModerationActions] as const

export type ModerationAction = (typeof moderationActions)[number]
