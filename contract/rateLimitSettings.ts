import { type Bucket, type RateLimitName, rateLimits } from './rateLimits.ts'
import { type IntegerSetting, integer } from './settingTypes.ts'

/** What each rate limit counts, as the beginning of a sentence. */
const countedCalls: Record<RateLimitName, string> = {
  login: 'Attempts to log in',
  strangerLogins: 'Attempts to log in to one account from addresses that it does not know',
  signup: 'Accounts that are created',
  applications: 'What somebody does about their application, and codes of invitations that are tried',
  invitations: 'Invitations that are made or withdrawn',
  captcha: 'Captchas of the sign-up',
  posts: 'New posts',
  comments: 'New comments',
  edits: 'Edits of posts and comments',
  votes: 'Votes',
  uploads: 'Uploaded images',
  linkInfo: 'Titles of links that are fetched',
  altTexts: 'Changes to descriptions of images',
  reports: 'Reports',
  appeals: 'Appeals',
  modmail: 'Messages between members and moderators',
  moderation: 'Actions of a moderator',
  queueLooks: 'Notes of moderators that they look at something in the queue',
  hides: 'Posts that are hidden',
  accountDeletion: 'Attempts to delete an account',
  settings: 'Changes to one’s own settings',
  analytics: 'Events for the statistics',
  pushSubscriptions: 'Subscriptions to push messages',
  exports: 'Archives of one’s own data',
  mails: 'Mails with a link: a confirmed address, a new password',
  mutes: 'Members and communities that are muted',
  searches: 'Searches',
  suggestions: 'Suggestions while somebody types a search',
  pages: 'Pages that no cache has',
  notificationUpdates: 'Changes to notifications',
  listCreation: 'New lists',
  listEdits: 'Changes to lists',
  listItems: 'Items that are saved to lists',
  join: 'Communities that are joined or left',
  communityCreation: 'New communities',
  communityTools: 'Changes to rules, moderators and everything else of a community',
  requests: 'Requests for communities',
  drafts: 'Drafts that are saved or deleted',
  preview: 'Previews of Markdown',
}

const spans: Readonly<Record<number, readonly [name: string, words: string]>> = {
  1: ['Second', 'a second'],
  60: ['Minute', 'a minute'],
  3600: ['Hour', 'an hour'],
  86400: ['Day', 'a day'],
}
function spanOf(seconds: number): readonly [name: string, words: string] {
  const known = spans[seconds]
  if (known) return known
  const isHours = seconds % 3600 === 0
  const count = isHours ? seconds / 3600 : seconds
  return isHours ? [`${count}Hours`, `${count} hours`] : [`${count}Seconds`, `${count} seconds`]
}

const whoseCalls = {
  member: 'for each member (of guests, for each address)',
  ip: 'for each address',
  'ip+username': 'for each account from one address',
  username: 'for each account',
}

/** A call counts in each bucket of its limit; every bucket has a setting such as `postsPerDay`. */
export type RateLimitSetting = `${RateLimitName}Per${string}`

/** The name of the setting that says how many calls a bucket allows. */
export const rateLimitSetting = (limit: RateLimitName, { seconds }: Bucket): RateLimitSetting =>
  `${limit}Per${spanOf(seconds)[0]}`

const rateLimitCountMax = 1_000_000

export const rateLimitSettings = Object.fromEntries(
  (Object.entries(rateLimits) as [RateLimitName, readonly Bucket[]][]).flatMap(([limit, buckets]) =>
    buckets.map((bucket): [RateLimitSetting, IntegerSetting] => {
      const words = spanOf(bucket.seconds)[1]
      return [
        rateLimitSetting(limit, bucket),
        integer({
          group: 'limits',
          label: `${countedCalls[limit]}, ${words}`,
          meaning: `${countedCalls[limit]}: at most so many in ${words}, ${whoseCalls[bucket.by ?? 'member']}.`,
          default: bucket.calls,
          min: 1,
          max: rateLimitCountMax,
        }),
      ]
    }),
  ),
) as Record<RateLimitSetting, IntegerSetting>

/** Each rate limit with its settings, for the form: what is counted, and how the count of each bucket is called. */
export const rateLimitFields = (Object.entries(rateLimits) as [RateLimitName, readonly Bucket[]][]).map(
  ([limit, buckets]) => {
    const whose = buckets.map(({ by }) => whoseCalls[by ?? 'member'])
    const isSame = new Set(whose).size === 1
    return {
      limit,
      counted: countedCalls[limit],
      /** For whom all buckets count; null where the labels say it. */
      whose: isSame ? (whose[0] ?? null) : null,
      fields: buckets.map((bucket, index) => ({
        name: rateLimitSetting(limit, bucket),
        label: `In ${spanOf(bucket.seconds)[1]}${isSame ? '' : `, ${whose[index]}`}`,
      })),
    }
  },
)
