import { type Static, Type } from 'typebox'
import { Community } from './community.ts'
import { User } from './ownUser.ts'
import { Id, Int, Nullable, OneOf, Time } from './schema.ts'

export const List = Type.Object({
  id: Int,
  name: Type.String(),
  displayName: Type.String(),
  description: Nullable(Type.String()),
  public: Type.Boolean(),
  numItems: Int,
  userId: Id,
  username: Type.String(),
  sort: OneOf('addedDsc', 'addedAsc', 'createdDsc', 'createdAsc'),
  createdAt: Time,
  lastUpdatedAt: Time,
})
export type List = Static<typeof List>

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
  vapidPublicKey: Type.String(),
  mutes: Type.Object({
    communityMutes: Type.Array(Type.Object({ id: Type.String() })),
    userMutes: Type.Array(Type.Object({ id: Type.String() })),
  }),
  imagePostSubmitReqPoints: Int,
  linkPostSubmitReqPoints: Int,
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
