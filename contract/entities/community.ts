import { type Static, Type } from 'typebox'
import { downvoterGroups, madeWithAiPolicies, moderatorPermissions } from '../words.ts'
import { CommentLimits } from './commentLimits.ts'
import { Image } from './image.ts'
import {
  alwaysNull,
  described,
  flag,
  id,
  int,
  listOf,
  Nullable,
  oneOf,
  ownPagesOnly,
  text,
  time,
} from './schema.ts'
import { Author } from './user.ts'

const onlyAlone = 'Only where one community is requested.'

export const Rule = Type.Object({
  id: int('The number of the rule.'),
  rule: text('The rule itself, in Markdown of one line.'),
  ruleHtml: text('`rule` as HTML, without links.'),
  description: Nullable(text('An explanation of the rule, in Markdown; null if there is none.')),
  descriptionHtml: Nullable(text('`description` as HTML.')),
  communityId: id('community', 'The community of the rule.'),
  zIndex: int('The position: rules with a smaller one come first.'),
  createdBy: id('user', 'The user who wrote it.'),
  createdAt: time('When it was written.'),
})
export type Rule = Static<typeof Rule>

export const Community = Type.Object({
  id: id('community', 'The id of the community.'),
  userId: id('user', 'The user who created it. Twenty-four zeros stand for a deleted account.'),
  name: text('The name, in upper and lower case as its creator wrote it.'),
  nsfw: flag('Whether it is not suitable for all ages.'),
  about: Nullable(text('What the community says about itself, in Markdown.')),
  aboutHtml: Type.Optional(Nullable(text(`${ownPagesOnly}: \`about\` as HTML.`))),
  noMembers: int('How many members it has.'),
  proPic: described('The icon.', Nullable(Image)),
  bannerImage: described('The banner.', Nullable(Image)),
  postingRestricted: flag('Whether only moderators and admins may post.'),
  createdAt: time('When it was created.'),
  deletedAt: Nullable(time('When it was deleted; null if it is not.')),
  isDefault: Type.Optional(flag(`Whether new accounts join it automatically. ${onlyAlone}`)),
  moderationLogNames: Type.Optional(flag(`Whether its moderation log names moderators. ${onlyAlone}`)),
  removalReasonRequired: Type.Optional(
    flag(`Whether moderators must give a rule or reason for each removal. ${onlyAlone}`),
  ),
  downvoters: Type.Optional(
    oneOf(
      downvoterGroups,
      `Who can downvote: everyone, its members, members at a trust level or higher, or nobody. ${onlyAlone}`,
    ),
  ),
  scoreHiddenMinutes: Type.Optional(
    int(`For how many minutes points of new posts and comments are hidden; 0 for never. ${onlyAlone}`),
  ),
  madeWithAi: Type.Optional(
    oneOf(
      madeWithAiPolicies,
      `Whether posts and comments that are made with AI are allowed, have to be marked, or are refused if they are marked. ${onlyAlone}`,
    ),
  ),
  commentLimits: Type.Optional(
    described(`What limits comments on all its posts, if anything does. ${onlyAlone}`, CommentLimits),
  ),
  userJoined: Nullable(flag('Whether you are a member; null if this answer does not contain it.')),
  userMod: Nullable(flag('Whether you moderate it; null if this answer does not contain it.')),
  userPermissions: Type.Optional(
    listOf(
      oneOf(moderatorPermissions, 'A permission.'),
      `What you can do there as a moderator; absent if you are not one. ${onlyAlone}`,
    ),
  ),
  isMuted: flag('Whether you muted it.'),
  mods: Nullable(listOf(Author, `Its moderators, the highest first. ${onlyAlone}`)),
  rules: Nullable(listOf(Rule, `Its rules in their order. ${onlyAlone}`)),
  ReportsDetails: alwaysNull('object', 'Always null.'),
})
export type Community = Static<typeof Community>
