import { rateLimitFields } from '../../../../contract/rateLimitSettings.ts'
import type { RateLimitName } from '../../../../contract/rateLimits.ts'
import type { SettingsSection } from './SettingsForm.tsx'

const rowsOf = (...limits: RateLimitName[]) =>
  limits.flatMap((name) =>
    rateLimitFields
      .filter(({ limit }) => limit === name)
      .map(({ counted, whose, fields }) => ({ legend: counted, hint: whose, fields })),
  )

/** Every rate limit must be here, which a test checks. */
export const limitSections: readonly SettingsSection[] = [
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
      'applications',
      'invitations',
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
      'drafts',
      'reports',
    ),
  },
  {
    id: 'reading',
    title: 'Reading',
    rows: rowsOf('pages', 'searches', 'suggestions', 'hides', 'mutes', 'analytics'),
  },
  { id: 'lists', title: 'Lists', rows: rowsOf('listCreation', 'listEdits', 'listItems') },
  {
    id: 'moderation',
    title: 'Moderation',
    rows: rowsOf('moderation', 'queueLooks', 'appeals', 'modmail'),
  },
  {
    id: 'communities',
    title: 'Communities',
    rows: rowsOf('join', 'communityCreation', 'requests', 'communityTools'),
  },
]
