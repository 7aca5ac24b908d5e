import { type Static, Type } from 'typebox'
import { Community } from './community.ts'
import { List } from './list.ts'
import { Mutes } from './mute.ts'
import { User } from './ownUser.ts'
import { Id, Int, Nullable, OneOf } from './schema.ts'

export const ReportReason = Type.Object({
  id: Int,
  title: Type.String(),
  description: Nullable(Type.String()),
})

/** How feeds can be ordered (API contract 3.3). */
export const FeedSort = OneOf('hot', 'activity', 'latest', 'day', 'week', 'month', 'year', 'all')
export type FeedSort = Static<typeof FeedSort>

/** How a browser proves at sign-up that it is in earnest; an addition of ours, clients may ignore it. */
export const CaptchaKind = OneOf('pow', 'hcaptcha', 'off')

/** What an application needs before it can show anything (API contract 2.17). */
export const Initial = Type.Object({
  signupsDisabled: Type.Boolean(),
  reportReasons: Type.Array(ReportReason),
  user: Nullable(User),
  lists: Type.Array(List),
  communities: Type.Array(Community),
  noUsers: Int,
  bannedFrom: Nullable(Type.Array(Id)),
  /** Ids of the communities that the member moderates, an addition of ours; null for guests. */
  moderates: Nullable(Type.Array(Id)),
  /** Empty: no push notifications. */
  vapidPublicKey: Type.String(),
  /** Whether the site sends mail, an addition of ours: only then addresses are confirmed and passwords reset by it. */
  mail: Type.Boolean(),
  mutes: Mutes,
  imagePostSubmitReqPoints: Int,
  linkPostSubmitReqPoints: Int,
  /** How many images one post may have; 0: this site takes no image posts. An addition of ours. */
  imagesPerPost: Int,
  /** How this site sorts feeds unless asked otherwise. */
  defaultFeedSort: FeedSort,
  captcha: CaptchaKind,
  hcaptchaSiteKey: Type.String(),
  /** Whether any member, not only an admin, may create communities. */
  communityCreationOpen: Type.Boolean(),
  /** The next account to be made becomes the admin: nobody has signed up yet. */
  awaitsFirstAdmin: Type.Boolean(),
})
export type Initial = Static<typeof Initial>
