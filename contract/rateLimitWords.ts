import { entriesOf } from './objects.ts'
import {
  type Bucket,
  type RateLimitName,
  type RateLimitSetting,
  rateLimitSetting,
  rateLimits,
} from './rateLimits.ts'
import { t } from './texts/t.ts'

/** What each rate limit counts. */
const countedCalls: Record<RateLimitName, () => string> = {
  login: () => t('Login attempts'),
  strangerLogins: () => t('Login attempts on one account from new IP addresses'),
  signup: () => t('New accounts'),
  applications: () => t('Application and invitation requests'),
  invitations: () => t('Invitations created or withdrawn'),
  captcha: () => t('Sign-up captchas'),
  posts: () => t('New posts'),
  comments: () => t('New comments'),
  edits: () => t('Edits to posts and comments'),
  votes: () => t('Votes'),
  votesOnMember: () => t("Votes on one member's posts and comments"),
  slowVotes: () => t('Votes from slowed-down accounts'),
  uploads: () => t('Image uploads'),
  linkInfo: () => t('Link titles fetched'),
  altTexts: () => t('Changes to alt text'),
  reports: () => t('Reports'),
  notices: () => t('Notices of illegal content and complaints'),
  unprovenNotices: () => t('Notices from guests without JavaScript'),
  appeals: () => t('Appeals'),
  modmail: () => t('Messages to and from moderators'),
  moderation: () => t('Moderator actions'),
  queueLooks: () => t("Updates on who's viewing the queue"),
  hides: () => t('Posts hidden'),
  accountDeletion: () => t('Account deletion attempts'),
  settings: () => t('Changes to personal settings'),
  analytics: () => t('Analytics events'),
  pushSubscriptions: () => t('Push subscriptions'),
  exports: () => t('Data archives'),
  mails: () => t('Emails to confirm an address or reset a password'),
  mutes: () => t('Members and communities muted'),
  searches: () => t('Searches'),
  suggestions: () => t('Search suggestions while typing'),
  pages: () => t('Uncached pages'),
  notificationUpdates: () => t('Changes to notifications'),
  listCreation: () => t('New lists'),
  listEdits: () => t('Changes to lists'),
  listItems: () => t('Items saved to lists'),
  join: () => t('Communities joined or left'),
  communityCreation: () => t('New communities'),
  communityTools: () => t('Changes to a community by its moderators'),
  requests: () => t('Community requests'),
  drafts: () => t('Drafts saved or deleted'),
  preview: () => t('Markdown previews'),
}

/** The time in which a bucket counts. */
function periodOf(seconds: number): string {
  if (seconds % 86_400 === 0)
    return t('{count, plural, one {per day} other {per # days}}', { count: seconds / 86_400 })
  if (seconds % 3600 === 0)
    return t('{count, plural, one {per hour} other {per # hours}}', { count: seconds / 3600 })
  if (seconds % 60 === 0)
    return t('{count, plural, one {per minute} other {per # minutes}}', { count: seconds / 60 })
  return t('{count, plural, one {per second} other {per # seconds}}', { count: seconds })
}

/** Whose calls a bucket counts together. */
function countedFor(by: Bucket['by']): string {
  switch (by) {
    case 'ip':
      return t('per IP address')
    case 'ip+username':
      return t('per account and IP address')
    case 'username':
      return t('per account')
    default:
      return t('per member (guests: per IP address)')
  }
}

const allLimits = entriesOf<Record<RateLimitName, readonly Bucket[]>>(rateLimits)

const wordsByName = new Map<string, () => { label: string; hint: string }>(
  allLimits.flatMap(([limit, buckets]) =>
    buckets.map((bucket): [RateLimitSetting, () => { label: string; hint: string }] => [
      rateLimitSetting(limit, bucket),
      () => {
        const calls = countedCalls[limit]()
        const period = periodOf(bucket.seconds)
        return {
          label: t('{calls} {period}', { calls, period }),
          hint: t('{calls} {period}, {counted}.', { calls, period, counted: countedFor(bucket.by) }),
        }
      },
    ]),
  ),
)

/** What the form of a rate limit says, and the log of changes; undefined for other settings. */
export const wordsOfRateLimit = (name: string): { label: string; hint: string } | undefined =>
  wordsByName.get(name)?.()

/** Each rate limit with its settings, for the form: what is counted, and the label of each bucket. */
export const rateLimitFields = () =>
  allLimits.map(([limit, buckets]) => {
    const isSame = new Set(buckets.map(({ by }) => by)).size === 1
    return {
      limit,
      counted: countedCalls[limit](),
      /** Null where the buckets differ; then their labels say it. */
      whose: isSame ? countedFor(buckets[0]?.by) : null,
      fields: buckets.map((bucket) => ({
        name: rateLimitSetting(limit, bucket),
        label: isSame
          ? periodOf(bucket.seconds)
          : t('{period}, {counted}', {
              period: periodOf(bucket.seconds),
              counted: countedFor(bucket.by),
            }),
      })),
    }
  })
