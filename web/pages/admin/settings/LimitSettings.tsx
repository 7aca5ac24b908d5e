import { rateLimitFields } from '../../../../contract/rateLimitSettings.ts'
import type { RateLimitName } from '../../../../contract/rateLimits.ts'
import { SettingsForm, type SettingsSection } from './SettingsForm.tsx'

const rowsOf = (...limits: RateLimitName[]) =>
  limits.flatMap((name) =>
    rateLimitFields
      .filter(({ limit }) => limit === name)
      .map(({ counted, whose, fields }) => ({ legend: counted, hint: whose, fields })),
  )

const sections: readonly SettingsSection[] = [
  {
    id: 'limits',
    title: 'Rate limits',
    hint: 'Whoever calls more often than a limit allows is refused until its time is over.',
    rows: ['rateLimits'],
  },
  {
    id: 'accounts',
    title: 'Accounts',
    rows: rowsOf(
      'login',
      'strangerLogins',
      'signup',
      'captcha',
      'mails',
      'settings',
      'exports',
      'accountDeletion',
      'pushSubscriptions',
      'notificationUpdates',
    ),
  },
  {
    id: 'writing',
    title: 'Writing and voting',
    rows: rowsOf(
      'posts',
      'comments',
      'edits',
      'votes',
      'uploads',
      'altTexts',
      'linkInfo',
      'preview',
      'reports',
    ),
  },
  { id: 'reading', title: 'Reading', rows: rowsOf('pages', 'searches', 'hides', 'mutes', 'analytics') },
  { id: 'lists', title: 'Lists', rows: rowsOf('listCreation', 'listEdits', 'listItems') },
  {
    id: 'communities',
    title: 'Communities',
    rows: rowsOf('join', 'communityCreation', 'requests', 'communityTools', 'moderation'),
  },
]

/** How often somebody may do what. */
export function LimitSettings() {
  return <SettingsForm group="limits" sections={sections} />
}
