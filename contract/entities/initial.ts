import { type Static, Type } from 'typebox'
import {
  approvalQuestionsMax,
  communitiesJoinedMax,
  communityIdsShown,
  ownBansShown,
  sidebarCommunities,
} from '../limitValues.ts'
import { feedSorts, joiningModes, moderatorPermissions } from '../words.ts'
import { OwnBan } from './ban.ts'
import { Community } from './community.ts'
import { List } from './list.ts'
import { Mutes } from './mute.ts'
import { User } from './ownUser.ts'
import { described, flag, id, int, listOf, Nullable, oneOf, text } from './schema.ts'

export type { FeedSort } from '../words.ts'

export const ReportReason = Type.Object({
  id: int('The number of the reason.'),
  title: text('The reason in a few words.'),
  description: Nullable(text('An explanation; null if there is none.')),
})

/** What a client needs before it can show anything. */
export const Initial = Type.Object({
  signupsDisabled: flag('Whether nobody can create an account at the moment.'),
  reportReasons: listOf(ReportReason, 'The reasons for which something can be reported.'),
  user: described('You; null for guests.', Nullable(User)),
  lists: listOf(List, 'Your lists, the one with the latest addition first.'),
  communities: listOf(
    Community,
    `The communities you joined, by name; for guests the default ones, or where there are none the ${sidebarCommunities} largest. At most ${communitiesJoinedMax.toLocaleString('en')}.`,
  ),
  noUsers: int('How many accounts there are.'),
  bannedFrom: Nullable(
    listOf(
      id('community', 'The id of a community.'),
      `The communities that you may not take part in because of a ban, at most ${communityIdsShown.toLocaleString('en')}; null for guests.`,
    ),
  ),
  bans: Nullable(
    listOf(
      OwnBan,
      `Your bans of every kind, at most ${ownBansShown}: one from the whole site first, then the latest; null for guests. An addition of ours.`,
    ),
  ),
  moderates: Nullable(
    listOf(
      id('community', 'The id of a community.'),
      `The communities whose posts and comments you moderate, at most ${communityIdsShown.toLocaleString('en')}; null for guests. An addition of ours.`,
    ),
  ),
  restrictedIn: Type.Optional(
    listOf(
      Type.Object({
        communityId: id('community', 'The id of a community.'),
        permissions: listOf(oneOf(moderatorPermissions, 'A permission.'), 'What you can do there.'),
      }),
      `The communities that you moderate without all permissions, absent if there are none; at most ${communityIdsShown.toLocaleString('en')}. An addition of ours.`,
    ),
  ),
  vapidPublicKey: text('The public key for push subscriptions; empty if there are no push notifications.'),
  mail: flag(
    'Whether the site sends email, which confirming an address and resetting a password need. An addition of ours.',
  ),
  mutes: described('The users and communities that you muted.', Mutes),
  imagePostSubmitReqPoints: int('How many points a member needs for an image post; 0: none.'),
  linkPostSubmitReqPoints: int('How many points a member needs for a link post; 0: none.'),
  imagesPerPost: int(
    'How many images one post may have; 0: the site takes no image posts. An addition of ours.',
  ),
  uploadMaxMib: int('How large an uploaded picture may be, in MiB. An addition of ours.'),
  defaultFeedSort: oneOf(feedSorts, 'How the site sorts feeds by default. An addition of ours.'),
  captcha: oneOf(
    ['pow', 'hcaptcha', 'off'],
    'How a sign-up is protected against bots: by proof of work, by hCaptcha, or not. An addition of ours.',
  ),
  hcaptchaSiteKey: text('The site key of hCaptcha; empty if it is not used.'),
  communityCreationOpen: flag(
    'Whether all members may create communities, not only admins. An addition of ours.',
  ),
  awaitsFirstAdmin: flag(
    'Whether the next account to be created becomes the first admin. An addition of ours.',
  ),
  welcome: text(
    'What the site says to guests on its front page, as safe HTML; empty if it says nothing, and for members. An addition of ours.',
  ),
  joining: oneOf(
    joiningModes,
    'How people join: everyone signs up, admins approve (`apply`), with an invitation, or nobody joins. With an invitation, no approval is needed. An addition of ours.',
  ),
  approvalQuestions: listOf(
    text('A question.'),
    `What applicants are asked, at most ${approvalQuestionsMax} questions; empty where nobody applies. An addition of ours.`,
  ),
  emailNeeded: flag('Whether an account needs an email address. An addition of ours.'),
  confirmedEmailToPost: flag(
    'Whether members need a confirmed email address to post, comment, report and create communities. An addition of ours.',
  ),
  termsToAccept: text(
    'The version of the terms that you have to accept, as a guest to join, as a member to keep writing (`agree`); empty if there is nothing to accept. An addition of ours.',
  ),
  ageToDeclare: int(
    'The age, in years, that you have to declare to have reached, to join or to keep writing; 0 if nobody asks you. An addition of ours.',
  ),
  membersMayInvite: flag('Whether all members may make invitations, not only admins. An addition of ours.'),
  privateForum: flag(
    'Whether the forum is private. Guests then get no communities and no number of accounts here. An addition of ours.',
  ),
  applicationsWaiting: Type.Optional(
    int('Only for admins: how many applications wait for approval. An addition of ours.'),
  ),
  mayVouch: Type.Optional(flag('True if you can vouch for others. An addition of ours.')),
  backupFailed: Type.Optional(
    flag('Only for admins, and only if true: whether the last backup failed. An addition of ours.'),
  ),
  hasCommunities: flag('Whether there is any community. An addition of ours.'),
  showsChecklist: flag(
    'For admins, whether the checklist of a new site is shown; false for everyone else. An addition of ours.',
  ),
})
export type Initial = Static<typeof Initial>
