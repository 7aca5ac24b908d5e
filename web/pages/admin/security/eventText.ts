import type { SecurityEventKind } from '../../../../contract/securityEvents.ts'
import { t } from '../../../../contract/texts/t.ts'

/** The name of an event. */
export function eventText(kind: SecurityEventKind): string {
  switch (kind) {
    case 'login_failed':
      return t('Failed login')
    case 'login_new_browser':
      return t('Login from a new browser')
    case 'password_refused':
      return t('Wrong password while logged in')
    case 'password_confirmed':
      return t('Password confirmed')
    case 'password_changed':
      return t('Password changed')
    case 'password_reset':
      return t('Password reset by email')
    case 'email_changed':
      return t('Email address changed')
    case 'sessions_ended':
      return t('Sessions ended')
    case 'queue_feed_created':
      return t('Private queue feed created')
    case 'export_requested':
      return t('Data archive requested')
    case 'export_downloaded':
      return t('Data archive downloaded')
    case 'backup_downloaded':
      return t('Backup downloaded')
    case 'admin_refused':
      return t('Admin request refused')
    case 'keys_rotated':
      return t('Keys rotated')
  }
}
