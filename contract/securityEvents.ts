import { keysOf } from './objects.ts'

/** Events of *Admin → Security*, in the order of its filter, with their names there. */
export const securityEvents = {
  login_failed: 'Failed login',
  login_new_browser: 'Login from a new browser',
  password_refused: 'Wrong password in a session',
  password_confirmed: 'Password confirmed',
  password_changed: 'Password changed',
  password_reset: 'Password reset by mail',
  email_changed: 'Email address changed',
  sessions_ended: 'Sessions ended',
  queue_feed_created: 'Private feed created',
  export_requested: 'Archive of own data requested',
  export_downloaded: 'Archive of own data downloaded',
  backup_downloaded: 'Backup downloaded',
  admin_refused: 'Call for admins refused',
  keys_rotated: 'Keys rotated',
} as const

export type SecurityEventKind = keyof typeof securityEvents

export const securityEventKinds = keysOf(securityEvents)
