/** `calls` in every `seconds`; a window starts with its first call. */
export interface Bucket {
  readonly calls: number
  readonly seconds: number
  /** The key that is counted; the member unless stated. */
  readonly by?: 'ip' | 'ip+username' | 'username'
}

const hour = 3600
const day = 24 * hour

/** Every rate limit (API contract chapter 5). A call is counted in all its buckets, in order. */
export const rateLimits = {
  login: [
    { calls: 10, seconds: 1, by: 'ip' },
    { calls: 20, seconds: hour, by: 'ip+username' },
  ],
  // Of no call alone: logins to one account from addresses that it does not know, however many there are.
  strangerLogins: [
    { calls: 10, seconds: 60, by: 'username' },
    { calls: 100, seconds: hour, by: 'username' },
  ],
  signup: [
    { calls: 2, seconds: 60, by: 'ip' },
    { calls: 10, seconds: 6 * hour, by: 'ip' },
  ],
  // What somebody does about their application, and guesses at the codes of invitations.
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
  // A page that is open says every twelve seconds that it is.
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
  // Somebody who types asks a few times a second.
  suggestions: [
    { calls: 20, seconds: 1, by: 'ip' },
    { calls: 6000, seconds: hour, by: 'ip' },
  ],
  // Of no call: pages that no cache has, by members and by the addresses of guests.
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
  // Somebody who types saves every few seconds.
  drafts: [
    { calls: 5, seconds: 1 },
    { calls: 5000, seconds: day },
  ],
  preview: [{ calls: 10, seconds: 1 }],
} as const satisfies Record<string, readonly Bucket[]>

export type RateLimitName = keyof typeof rateLimits
