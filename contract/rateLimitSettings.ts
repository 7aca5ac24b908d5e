import { entriesOf } from './objects.ts'
import { type Bucket, type RateLimitName, rateLimits } from './rateLimits.ts'
import { type IntegerSetting, integer } from './settingTypes.ts'

/** What each rate limit counts, as the beginning of a sentence. */
const countedCalls: Record<RateLimitName, string> = {
  login: 'Attempts to log in',
  strangerLogins: 'Attempts to log in to one account from IP addresses that it has not used before',
  signup: 'New accounts',
  applications: 'Calls about one’s own application, and attempts to use an invitation code',
  invitations: 'Invitations made or withdrawn',
  captcha: 'Captchas for signing up',
  posts: 'New posts',
  comments: 'New comments',
  edits: 'Edits of posts and comments',
  votes: 'Votes',
  uploads: 'Uploaded images',
  linkInfo: 'Titles of links fetched',
  altTexts: 'Changes to descriptions of images',
  reports: 'Reports',
  notices: 'Notices of unlawful content, and complaints about decisions',
  unprovenNotices: 'Notices by guests without proof of work',
  appeals: 'Appeals',
  modmail: 'Messages between members and moderators',
  moderation: 'Actions of a moderator',
  queueLooks: 'Signals that a moderator has an item of the queue open',
  hides: 'Posts hidden',
  accountDeletion: 'Attempts to delete an account',
  settings: 'Changes to one’s own settings',
  analytics: 'Events for the statistics',
  pushSubscriptions: 'Subscriptions to push messages',
  exports: 'Archives of one’s own data',
  mails: 'Mails with a link, to confirm an address or set a new password',
  mutes: 'Members and communities muted',
  searches: 'Searches',
  suggestions: 'Suggestions while someone types a search',
  pages: 'Pages that are not in a cache',
  notificationUpdates: 'Changes to notifications',
  listCreation: 'New lists',
  listEdits: 'Changes to lists',
  listItems: 'Items saved to lists',
  join: 'Communities joined or left',
  communityCreation: 'New communities',
  communityTools: 'Changes to rules, moderators and other settings of a community',
  requests: 'Requests for communities',
  drafts: 'Drafts saved or deleted',
  preview: 'Previews of Markdown',
}

const spans: Readonly<Record<number, readonly [name: string, words: string]>> = {
  1: ['Second', 'second'],
  60: ['Minute', 'minute'],
  3600: ['Hour', 'hour'],
  86400: ['Day', 'day'],
}
function spanOf(seconds: number): readonly [name: string, words: string] {
  const known = spans[seconds]
  if (known) return known
  const isHours = seconds % 3600 === 0
  const count = isHours ? seconds / 3600 : seconds
  return isHours ? [`${count}Hours`, `${count} hours`] : [`${count}Seconds`, `${count} seconds`]
}

const whoseCalls = {
  member: 'for each member (for guests, each IP address)',
  ip: 'for each IP address',
  'ip+username': 'for each account and IP address',
  username: 'for each account',
}

/** A call counts in each bucket of its limit; every bucket has a setting such as `postsPerDay`. */
export type RateLimitSetting = `${RateLimitName}Per${string}`

/** The name of the setting that says how many calls a bucket allows. */
export const rateLimitSetting = (limit: RateLimitName, { seconds }: Bucket): RateLimitSetting =>
  `${limit}Per${spanOf(seconds)[0]}`

const rateLimitCountMax = 1_000_000

export const rateLimitSettings = Object.fromEntries(
  entriesOf<Record<RateLimitName, readonly Bucket[]>>(rateLimits).flatMap(([limit, buckets]) =>
    buckets.map((bucket): [RateLimitSetting, IntegerSetting] => {
      const words = spanOf(bucket.seconds)[1]
      return [
        rateLimitSetting(limit, bucket),
        integer({
          group: 'limits',
          label: `${countedCalls[limit]} per ${words}`,
          meaning: `${countedCalls[limit]}: how many are allowed per ${words}, ${whoseCalls[bucket.by ?? 'member']}.`,
          default: bucket.calls,
          min: 1,
          max: rateLimitCountMax,
        }),
      ]
    }),
  ),
) as Record<RateLimitSetting, IntegerSetting>

/** Each rate limit with its settings, for the form: what is counted, and the label of each bucket. */
export const rateLimitFields = entriesOf<Record<RateLimitName, readonly Bucket[]>>(rateLimits).map(
  ([limit, buckets]) => {
    const whose = buckets.map(({ by }) => whoseCalls[by ?? 'member'])
    const isSame = new Set(whose).size === 1
    return {
      limit,
      counted: countedCalls[limit],
      /** Null where the buckets differ; then their labels say it. */
      whose: isSame ? (whose[0] ?? null) : null,
      fields: buckets.map((bucket, index) => ({
        name: rateLimitSetting(limit, bucket),
        label: `Per ${spanOf(bucket.seconds)[1]}${isSame ? '' : `, ${whose[index]}`}`,
      })),
    }
  },
)
