/** Actions that only admins see: IP addresses of people, and who requested which community. */
export const privateModerationActs = [
  'block_ip',
  'cancel_ip_block',
  'deny_request',
  'remove_request',
] as const

/** What everybody may read in the moderation log. */
export const publicModerationActs = [
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
] as const

/** Everything that moderators and admins do and that is recorded. */
export const moderationActs = [...publicModerationActs, ...privateModerationActs] as const

export type ModerationAct = (typeof moderationActs)[number]
