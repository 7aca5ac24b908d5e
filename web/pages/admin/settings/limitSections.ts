import type { Setting } from '../../../../contract/entities/setting.ts'
import type { RateLimitName } from '../../../../contract/rateLimits.ts'
import { rateLimitFields } from '../../../../contract/rateLimitWords.ts'
import { isSameValue } from '../../../../contract/settingValues.ts'
import { t } from '../../../../contract/texts/t.ts'
import type { FieldGroup, SettingsSection } from './SettingsForm.tsx'

/** Those that sites change: who logs in and signs up, what members write, and what guests read. */
const important: readonly RateLimitName[] = [
  'login',
  'signup',
  'posts',
  'comments',
  'votes',
  'uploads',
  'reports',
  'mails',
  'pages',
  'searches',
]

/** All others, folded. Every rate limit must be in one of both lists, which a test checks. */
const others = (): readonly { id: string; title: string; limits: readonly RateLimitName[] }[] => [
  {
    id: 'accounts',
    title: t('Accounts'),
    limits: [
      'strangerLogins',
      'applications',
      'invitations',
      'captcha',
      'settings',
      'exports',
      'accountDeletion',
      'pushSubscriptions',
      'notificationUpdates',
    ],
  },
  {
    id: 'writing',
    title: t('Writing'),
    limits: ['votesOnMember', 'slowVotes', 'edits', 'altTexts', 'linkInfo', 'preview', 'drafts'],
  },
  { id: 'reading', title: t('Reading'), limits: ['suggestions', 'hides', 'mutes', 'analytics'] },
  { id: 'lists', title: t('Lists'), limits: ['listCreation', 'listEdits', 'listItems'] },
  {
    id: 'moderation',
    title: t('Moderation'),
    limits: ['moderation', 'queueLooks', 'appeals', 'modmail', 'notices', 'unprovenNotices'],
  },
  {
    id: 'communities',
    title: t('Communities'),
    limits: ['join', 'communityCreation', 'requests', 'communityTools'],
  },
]

const rowOf = (name: RateLimitName): FieldGroup[] =>
  rateLimitFields()
    .filter(({ limit }) => limit === name)
    .map(({ counted, whose, fields }) => ({ legend: counted, hint: whose, fields }))

/** The rate limits: first those with a number of this site, then those that matter, then all others, folded. */
export function limitSections(
  settings: readonly Pick<Setting, 'name' | 'value' | 'default'>[],
): readonly SettingsSection[] {
  const changed = new Set(
    settings.filter((one) => !isSameValue(one.value, one.default)).map(({ name }) => name),
  )
  const isChanged = (row: FieldGroup) => row.fields.some(({ name }) => changed.has(name))
  const section = (id: string, title: string, limits: readonly RateLimitName[], isFolded = false) => ({
    id,
    title,
    isFolded,
    rows: limits.flatMap(rowOf).filter((row) => !isChanged(row)),
  })
  const changedRows = rateLimitFields().flatMap(({ limit }) => rowOf(limit).filter(isChanged))
  return [
    {
      id: 'limits',
      title: t('Rate limits'),
      hint: t('Requests over the limit are rejected until the period ends.'),
      rows: ['rateLimits'],
    },
    { id: 'changed', title: t('Changed on this site'), rows: changedRows },
    section('important', t('Most important'), important),
    ...others().map(({ id, title, limits }) => section(id, title, limits, true)),
  ].filter(({ rows }) => rows.length > 0) as readonly SettingsSection[]
}
