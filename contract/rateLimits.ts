/** `calls` in every `seconds`; a window starts with its first call. */
export interface Bucket {
  readonly calls: number
  readonly seconds: number
  /** The key that is counted; the member unless stated. */
  readonly by?: 'ip' | 'ip+username' | 'username'
}

const hour = 3600
const day = 24 * hour

/**
 * Every rate limit. A call counts in all buckets of its limit, in order. Programs that use the API rely on the numbers
 * (docs/spec/rate-limits.md); on their own site, admins can change them.
 */
export const rateLimits = {
  login: [
    { calls: 10, seconds: 1, by: 'ip' },
    { calls: 20, seconds: hour, by: 'ip+username' },
  ],
  // Counted inside the login, besides its own limit: attempts on one account from all unfamiliar addresses together.
  strangerLogins: [
    { calls: 10, seconds: 60, by: 'username' },
    { calls: 100, seconds: hour, by: 'username' },
  ],
  signup: [
    { calls: 2, seconds: 60, by: 'ip' },
    { calls: 10, seconds: 6 * hour, by: 'ip' },
  ],
  // Calls about one's own application, and guesses at invitation codes.
  applications: [
    { calls: 10, seconds: 60, by: 'ip' },
    { calls: 200, seconds: day, by: 'ip' },
  ],
  invitations: [
    { calls: 10, seconds: 60 },
    { calls: 100, seconds: day },
  ],
  captcha: [{ calls: 30, seconds: 60, by: 'ip' }],
  posts: [
    { calls: 1, seconds: 10 },
    { calls: 70, seconds: day },
  ],
  comments: [
    { calls: 2, seconds: 5 },
    { calls: 300, seconds: day },
  ],
  edits: [
    { calls: 1, seconds: 1 },
    { calls: 2000, seconds: day },
  ],
  votes: [
    { calls: 4, seconds: 1 },
    { calls: 2000, seconds: day },
  ],
  // Counted inside a vote, besides its own limit, for the two members together.
  votesOnMember: [{ calls: 100, seconds: day }],
  // Counted inside a vote, of accounts whose voting admins have slowed.
  slowVotes: [{ calls: 5, seconds: hour }],
  uploads: [
    { calls: 5, seconds: 1 },
    { calls: 80, seconds: day },
  ],
  linkInfo: [{ calls: 1000, seconds: hour }],
  altTexts: [
    { calls: 5, seconds: 1 },
    { calls: 2000, seconds: day },
  ],
  reports: [
    { calls: 1, seconds: 5 },
    { calls: 50, seconds: day },
  ],
  // Also of guests. `unprovenNotices`: without proof of work, which needs scripts.
  notices: [
    { calls: 5, seconds: 60, by: 'ip' },
    { calls: 50, seconds: day, by: 'ip' },
  ],
  unprovenNotices: [{ calls: 3, seconds: day, by: 'ip' }],
  appeals: [
    { calls: 1, seconds: 2 },
    { calls: 30, seconds: day },
  ],
  modmail: [
    { calls: 2, seconds: 5 },
    { calls: 200, seconds: day },
  ],
  moderation: [
    { calls: 10, seconds: 1 },
    { calls: 5000, seconds: day },
  ],
  // An open page of the queue sends a heartbeat every twelve seconds.
  queueLooks: [
    { calls: 10, seconds: 1 },
    { calls: 20_000, seconds: day },
  ],
  hides: [
    { calls: 10, seconds: 1 },
    { calls: 5000, seconds: day },
  ],
  accountDeletion: [{ calls: 1, seconds: 5 }],
  settings: [
    { calls: 5, seconds: 1 },
    { calls: 100, seconds: hour },
  ],
  analytics: [
    { calls: 2, seconds: 1, by: 'ip' },
    { calls: 500, seconds: day, by: 'ip' },
  ],
  pushSubscriptions: [{ calls: 5, seconds: 1 }],
  exports: [{ calls: 3, seconds: day }],
  mails: [
    { calls: 5, seconds: 60, by: 'ip' },
    { calls: 30, seconds: day, by: 'ip' },
  ],
  mutes: [
    { calls: 10, seconds: 1 },
    { calls: 2000, seconds: day },
  ],
  searches: [
    { calls: 10, seconds: 1, by: 'ip' },
    { calls: 3000, seconds: hour, by: 'ip' },
  ],
  // Typing sends a few requests per second.
  suggestions: [
    { calls: 20, seconds: 1, by: 'ip' },
    { calls: 6000, seconds: hour, by: 'ip' },
  ],
  // Not for a call of the API: rendered pages that are not in a cache.
  pages: [
    { calls: 60, seconds: 10 },
    { calls: 6000, seconds: hour },
  ],
  notificationUpdates: [{ calls: 5, seconds: 1 }],
  listCreation: [
    { calls: 1, seconds: 2 },
    { calls: 100, seconds: day },
  ],
  listEdits: [{ calls: 1, seconds: 1 }],
  listItems: [
    { calls: 2, seconds: 1 },
    { calls: 1000, seconds: hour },
  ],
  join: [
    { calls: 1, seconds: 1 },
    { calls: 500, seconds: hour },
  ],
  communityCreation: [{ calls: 5, seconds: 60 }],
  // Rules, moderators and everything else that moderators of a community change.
  communityTools: [
    { calls: 10, seconds: 1 },
    { calls: 2000, seconds: day },
  ],
  requests: [{ calls: 5, seconds: 12 * hour }],
  // Typing saves every few seconds.
  drafts: [
    { calls: 5, seconds: 1 },
    { calls: 5000, seconds: day },
  ],
  preview: [{ calls: 10, seconds: 1 }],
} as const satisfies Record<string, readonly Bucket[]>

export type RateLimitName = keyof typeof rateLimits

/** A call counts in each bucket of its limit; every bucket has a setting such as `postsPerDay`. */
export type RateLimitSetting = `${RateLimitName}Per${string}`

/** The name of the setting that says how many calls a bucket allows. */
export const rateLimitSetting = (limit: RateLimitName, { seconds }: Bucket): RateLimitSetting =>
  `${limit}Per${spanNames[seconds] ?? (seconds % 3600 === 0 ? `${seconds / 3600}Hours` : `${seconds}Seconds`)}`

const spanNames: Readonly<Record<number, string>> = { 1: 'Second', 60: 'Minute', 3600: 'Hour', 86400: 'Day' }
