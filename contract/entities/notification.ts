import { type Static, Type } from 'typebox'
import { heldKinds, heldOutcomes } from '../heldWords.ts'
import { notificationActorsMax } from '../limitValues.ts'
import { notificationKinds } from '../notificationKinds.ts'
import {
  actionBases,
  alertCauses,
  appealActs,
  appealOutcomes,
  banKinds,
  contentTypes,
  moderatorPermissions,
  noticeCauses,
  noticeSteps,
  noticeSubjects,
  notificationTypes,
  reportOutcomes,
  staffGroups,
} from '../words.ts'
import { Comment } from './comment.ts'
import { Community } from './community.ts'
import { User } from './ownUser.ts'
import { Post } from './post.ts'
import { described, flag, id, idByKind, int, listOf, Nullable, oneOf, text, time } from './schema.ts'

export type { NotificationType } from '../words.ts'

/** The facts of a notification; each type has some of these fields. */
export const NotificationFacts = Type.Object({
  postId: Type.Optional(id('post', 'The id of the post, not its public id.')),
  commentId: Type.Optional(id('comment', 'The first of the comments, or the one that mentions you.')),
  parentCommentId: Type.Optional(id('comment', 'Your comment that was replied to.')),
  noComments: Type.Optional(int('How many comments there are, or how many of yours a ban removed.')),
  commentAuthor: Type.Optional(text('The author of the first comment.')),
  firstCreatedAt: Type.Optional(time('When the first comment was written.')),
  targetType: Type.Optional(oneOf(contentTypes, 'Whether a post or a comment was voted for.')),
  targetId: Type.Optional(idByKind('targetType', 'The id of the post or comment.')),
  mentionedBy: Type.Optional(text('The user who mentioned you.')),
  noVotes: Type.Optional(int('How many upvotes there are.')),
  deletedAs: Type.Optional(oneOf(staffGroups, 'The role in which it was removed, locked or restored.')),
  reason: Type.Optional(
    text(
      'Why it was removed, locked, restored or reported, or you were banned; absent if no reason was given.',
    ),
  ),
  rule: Type.Optional(text('The rule of the community for which it was done; absent if there is none.')),
  note: Type.Optional(text('A note to you from the one who removed it; absent if there is none.')),
  outcome: Type.Optional(oneOf(reportOutcomes, 'What was decided about what you reported.')),
  act: Type.Optional(oneOf(appealActs, 'What the appeal is against.')),
  appealOutcome: Type.Optional(oneOf(appealOutcomes, 'The outcome of the appeal.')),
  isReversed: Type.Optional(
    flag('Only `false`: your appeal was accepted, but what it was against could not be taken back.'),
  ),
  isErased: Type.Optional(flag('Whether its content was erased, so that it cannot be restored.')),
  basis: Type.Optional(
    oneOf(
      actionBases,
      'What led to it: a notice to the admins, reports by members, an automatic rule, or none of these. Absent where it was not recorded.',
    ),
  ),
  ruleName: Type.Optional(text('The name of the rule that notified you.')),
  noPosts: Type.Optional(int('How many of your posts a ban removed.')),
  noticeNumber: Type.Optional(int('The number of a notice to the admins.')),
  noticeSubject: Type.Optional(oneOf(noticeSubjects, 'What that notice is about.')),
  noticeCause: Type.Optional(oneOf(noticeCauses, 'Why you, an admin, are notified of it.')),
  noticeStep: Type.Optional(oneOf(noticeSteps, 'What became of it; you sent it.')),
  answer: Type.Optional(text('The answer to your appeal.')),
  banKind: Type.Optional(oneOf(banKinds, 'What the ban forbids you.')),
  expiresAt: Type.Optional(time('When the ban ends; absent if it lasts until it is lifted.')),
  isChange: Type.Optional(flag('Whether a ban was changed.')),
  heldKind: Type.Optional(oneOf(heldKinds, 'What you sent that was waiting for review.')),
  heldOutcome: Type.Optional(oneOf(heldOutcomes, 'What was decided about it.')),
  heldCount: Type.Optional(
    Type.Number({
      description: 'How many posts, comments and edits were declined after a bot wave; absent for one.',
    }),
  ),
  isOverdue: Type.Optional(flag('True if no moderator decided in time; otherwise absent.')),
  conversationId: Type.Optional(int('The conversation with moderators that someone wrote in.')),
  subject: Type.Optional(text('What that conversation is about.')),
  isWarning: Type.Optional(flag('Whether moderators warn you.')),
  cause: Type.Optional(
    oneOf(
      alertCauses,
      'Why you are notified of reports: the first open one, as many as you chose, or open for longer than you chose.',
    ),
  ),
  noReports: Type.Optional(int('How many open reports there are about it.')),
  noTargets: Type.Optional(
    int('How many posts and comments have had open reports for this long; the others are in the queue.'),
  ),
  hours: Type.Optional(int('The minimum number of hours that they have been open.')),
  communityName: Type.Optional(text('The name of the community.')),
  from: Type.Optional(text('The name of the community that a post is moved from.')),
  to: Type.Optional(text('The name of the community that it is moved to.')),
  permissions: Type.Optional(
    listOf(oneOf(moderatorPermissions, 'A permission.'), 'What a moderator can do now.'),
  ),
  formerName: Type.Optional(text('The name of the community before it was renamed.')),
  newName: Type.Optional(text('The name that it was given.')),
  addedBy: Type.Optional(text('The name of the user who made you a moderator.')),
  badgeType: Type.Optional(text('The type of the badge.')),
  body: Type.Optional(text('The answer of the admins, or which backup failed and why.')),
  post: Type.Optional(described('The post.', Post)),
  comment: Type.Optional(described('The comment.', Comment)),
  community: Type.Optional(described('The community.', Community)),
  user: Type.Optional(described('You.', User)),
})
export type NotificationFacts = Static<typeof NotificationFacts>

const rendered = 'Only with `render=true`'

/** Someone whom a notification is about. */
export const NotificationActor = Type.Object({
  id: Nullable(id('user', 'Their id; null if they deleted their account, and for a community.')),
  username: text(
    'Their name; `ghost` if they deleted their account, and the name of a community that commented.',
  ),
  picture: Nullable(text('The URL of their picture; null if they have none.')),
})
export type NotificationActor = Static<typeof NotificationActor>

/** One notification. Raw it has `notif`; rendered (`render=true`) it has the fields from `version` on instead. */
export const Notification = Type.Object({
  id: int('The number of the notification.'),
  type: oneOf(notificationTypes, 'What happened.'),
  notif: Type.Optional(
    described(
      'Only without `render`: the facts, in the fields of its type; without any if its subject no longer exists.',
      NotificationFacts,
    ),
  ),
  version: Type.Optional(int(`${rendered}: 1.`)),
  textFormat: Type.Optional(oneOf(['html', ''], `${rendered}: the \`format\` that was requested.`)),
  title: Type.Optional(text(`${rendered}: what happened, in a sentence.`)),
  body: Type.Optional(text(`${rendered}: the reason, if one was given; otherwise empty.`)),
  icons: Type.Optional(listOf(text('A URL.'), `${rendered}: the URL of one picture.`)),
  toURL: Type.Optional(text(`${rendered}: the URL that it leads to; \`#\` if there is none.`)),
  kind: Type.Optional(oneOf(notificationKinds, `${rendered}: its kind, as in the parameter \`kind\`.`)),
  actors: Type.Optional(
    listOf(
      NotificationActor,
      `${rendered}: the members who caused it, the latest first, at most three. Empty if nobody did, for upvotes, which are secret, and for old notifications that did not record them.`,
    ),
  ),
  actorCount: Type.Optional(
    int(`${rendered}: how many members caused it, counted up to ${notificationActorsMax}.`),
  ),
  times: Type.Optional(int(`${rendered}: how many comments, replies or upvotes it stands for.`)),
  excerpt: Type.Optional(
    text(
      `${rendered}: the beginning of what it is about, as plain text: of the last comment, or of yours. Empty if there is none, or if it is deleted.`,
    ),
  ),
  postTitle: Type.Optional(text(`${rendered}: the title of its post, as plain text; empty if it has none.`)),
  communityName: Type.Optional(text(`${rendered}: the name of its community; empty if it has none.`)),
  communityId: Type.Optional(
    Nullable(id('community', `${rendered}: the id of its community; null if it has none.`)),
  ),
  seen: flag('Whether you have seen it.'),
  seenAt: Nullable(time('When you saw it; null if you have not.')),
  createdAt: time('When it was created.'),
  updatedAt: Type.Optional(time(`${rendered}: when something was last added to it.`)),
})
export type Notification = Static<typeof Notification>
