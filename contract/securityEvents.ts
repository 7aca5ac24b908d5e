/** Events of *Admin → Security*, in the order of its filter. */
export const securityEventKinds = [
  'login_failed',
  'login_new_browser',
  'password_refused',
  'password_confirmed',
  'password_changed',
  'password_reset',
  'email_changed',
  'sessions_ended',
  'queue_feed_created',
  'export_requested',
  'export_downloaded',
  'backup_downloaded',
  'admin_refused',
  'keys_rotated',
] as const

export type SecurityEventKind = (typeof securityEventKinds)[number]
