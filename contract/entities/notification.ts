import { type Static, Type } from 'typebox'
import {
  appealActs,
  appealOutcomes,
  contentTypes,
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
  commentId: Type.Optional(id('comment', 'The first of the comments.')),
  parentCommentId: Type.Optional(id('comment', 'Your comment that was replied to.')),
  noComments: Type.Optional(int('How many comments there are.')),
  commentAuthor: Type.Optional(text('The author of the first comment.')),
  firstCreatedAt: Type.Optional(time('When the first comment was written.')),
  targetType: Type.Optional(oneOf(contentTypes, 'Whether a post or a comment was voted for.')),
  targetId: Type.Optional(idByKind('targetType', 'The id of the post or comment.')),
  noVotes: Type.Optional(int('How many upvotes there are.')),
  deletedAs: Type.Optional(oneOf(staffGroups, 'The role in which it was removed, or restored.')),
  reason: Type.Optional(text('Why it was removed, or restored; absent if nobody said.')),
  rule: Type.Optional(text('The rule of the community for which it was removed; absent if there is none.')),
  note: Type.Optional(text('What those who removed it wrote to you alone; absent if nothing.')),
  outcome: Type.Optional(oneOf(reportOutcomes, 'What was decided about what you reported.')),
  act: Type.Optional(oneOf(appealActs, 'What the appeal is against.')),
  appealOutcome: Type.Optional(oneOf(appealOutcomes, 'What the appeal came to.')),
  answer: Type.Optional(text('The answer to your appeal.')),
  communityName: Type.Optional(text('The name of the community.')),
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

/** One notification. Raw it has `notif`; rendered (`render=true`) it has the fields from `version` on instead. */
export const Notification = Type.Object({
  id: int('The number of the notification.'),
  type: oneOf(notificationTypes, 'What happened.'),
  notif: Type.Optional(
    described(
      'Only without `render`: the facts, in the fields of its type; null if its subject no longer exists.',
      Nullable(NotificationFacts),
    ),
  ),
  version: Type.Optional(int(`${rendered}: 1.`)),
  textFormat: Type.Optional(oneOf(['html', ''], `${rendered}: the \`format\` that was requested.`)),
  title: Type.Optional(text(`${rendered}: what happened, in a sentence.`)),
  body: Type.Optional(text(`${rendered}: why, where somebody said so; otherwise empty.`)),
  icons: Type.Optional(listOf(text('A URL.'), `${rendered}: the URL of one picture.`)),
  toURL: Type.Optional(text(`${rendered}: the URL that it leads to; \`#\` if there is none.`)),
  seen: flag('Whether you have seen it.'),
  seenAt: Nullable(time('When you saw it; null if you have not.')),
  createdAt: time('When it was created.'),
  updatedAt: Type.Optional(time(`${rendered}: when something was last added to it.`)),
})
export type Notification = Static<typeof Notification>
