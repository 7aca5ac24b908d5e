import { type Static, Type } from 'typebox'
import {
  queueCountedMax,
  queueLookerSeconds,
  queueReasonsShown,
  queueViewNameMaxLength,
  reportedCopyDays,
  reportsShownPerTarget,
} from '../limitValues.ts'
import { contentTypes, reportOutcomes, staffGroups } from '../words.ts'
import { Image } from './image.ts'
import { PostOrComment } from './list.ts'
import { described, flag, id, idByKind, int, listOf, Nullable, oneOf, text, time } from './schema.ts'

const name = Nullable(text('The name of the moderator or admin; null for a deleted account.'))

const subject = {
  type: oneOf(contentTypes, 'Whether it is a post or a comment.'),
  targetId: idByKind('type', 'The id of the post or comment.'),
}

const decision = {
  outcome: oneOf(reportOutcomes, '`kept` means approved.'),
  by: name,
  at: time('When.'),
}

export const QueueReview = Type.Object(decision)
export type QueueReview = Static<typeof QueueReview>

/** Why something was reported, and how often. */
const QueueReason = Type.Object({
  reasonId: int('The number of the reason; 0 for a rule of a community.'),
  title: text('The reason in a few words.'),
  noReports: int('How many reports give this reason.'),
})

/** Facts about an author for moderators. */
export const QueueAuthor = Type.Object({
  username: text('The name.'),
  createdAt: time('When they joined.'),
  points: int('Their points.'),
  noPosts: int('How many posts they have written.'),
  noComments: int('How many comments they have written.'),
  noRemovals: int(
    'How many of them moderators or admins removed in this community, among recently deleted ones.',
  ),
  noBans: int('How often they were banned from this community.'),
  isBanned: flag('Whether they are banned from it, or from the site, now.'),
  noOtherReports: int(
    'How many open reports there are in this community about other things that they wrote.',
  ),
})
export type QueueAuthor = Static<typeof QueueAuthor>

/** A post or comment in the queue of moderators. */
export const QueueItem = Type.Object({
  ...subject,
  communityId: id('community', 'The id of its community.'),
  communityName: text('The name of its community.'),
  version: text('Identifies the latest decision that this item shows; required by `decideQueueItems`.'),
  noReports: int('How many open reports there are about it.'),
  reasons: listOf(QueueReason, 'Why it was reported, the most frequent reason first.'),
  reports: listOf(
    Type.Object({
      id: int('The number of the report.'),
      reason: text('The reason in a few words.'),
      note: Nullable(text('What the reporter wrote; null if nothing.')),
      reporter: described(
        'Who reported it; null for a deleted account.',
        Nullable(Type.Object({ username: text('The name.') })),
      ),
      createdAt: time('When it was reported.'),
    }),
    `The latest open reports about it, at most ${reportsShownPerTarget}.`,
  ),
  firstReportedAt: Nullable(time('When it was first reported; null without open reports.')),
  lastReportedAt: Nullable(time('When it was last reported; null without open reports.')),
  review: described('The latest decision about it; null if there is none.', Nullable(QueueReview)),
  removal: described(
    'How it was removed; null for other kinds than `removed`.',
    Nullable(
      Type.Object({
        by: name,
        as: oneOf(staffGroups, 'In which role.'),
        rule: Nullable(text('The rule that it broke; null if none was given.')),
        reason: Nullable(text('The reason in the moderation log; null if none was given.')),
        at: time('When.'),
      }),
    ),
  ),
  author: described('What is known of its author; null for a deleted account.', Nullable(QueueAuthor)),
  deletedCopy: described(
    `What its author deleted while it was reported; kept until the reports are closed, at most ${reportedCopyDays} days. Null for others.`,
    Nullable(
      Type.Object({
        title: Nullable(text('The title of a post; null for a comment.')),
        bodyHtml: Nullable(text('The text as HTML; null if there was none.')),
        link: Nullable(text('The URL of a post with a link; otherwise null.')),
        images: listOf(Image, 'The images.'),
      }),
    ),
  ),
  lookers: listOf(
    text('A name.'),
    `The names of other moderators who signalled within the last ${queueLookerSeconds} seconds that they have it open.`,
  ),
  target: described(
    'The post or comment as guests see it; null if it no longer exists.',
    Nullable(PostOrComment),
  ),
})
export type QueueItem = Static<typeof QueueItem>

export const QueueItemsPage = Type.Object({
  counts: described(
    `How many posts and comments of this type wait in these communities, by kind; each counted up to ${queueCountedMax}.`,
    Type.Object({
      reported: int('With open reports.'),
      edited: int('Edited since someone reported or decided about them.'),
      new: int('By new members, about which nobody has decided.'),
      waiting: int('How many posts, comments and edits are waiting for review; see `listHeldItems`.'),
    }),
  ),
  reasons: listOf(QueueReason, `For what there are open reports here, at most ${queueReasonsShown} reasons.`),
  items: listOf(QueueItem, 'The posts and comments of this page.'),
  next: Nullable(text('The cursor of the next page; null at the end.')),
})
export type QueueItemsPage = Static<typeof QueueItemsPage>

/** The result of a decision about one post or comment. */
export const DecisionResult = Type.Object({
  ...subject,
  done: flag('Whether it was done. If not, someone else decided first, or it no longer exists.'),
  review: described(
    'If it was not done: the decision of the other moderator; null if its author deleted it, or it no longer exists.',
    Nullable(QueueReview),
  ),
})
export type DecisionResult = Static<typeof DecisionResult>

/** What other moderators do in the queue. */
export const QueueOthers = Type.Object({
  lookers: listOf(
    Type.Object({ ...subject, username: text('The name.') }),
    'Which posts and comments they have open now.',
  ),
  decisions: listOf(
    Type.Object({ ...subject, ...decision }),
    'What they decided in the last two minutes, the latest first.',
  ),
})
export type QueueOthers = Static<typeof QueueOthers>

/** A saved part of the queue. */
export const QueueView = Type.Object({
  name: text(`The name, at most ${queueViewNameMaxLength} characters; unique.`),
  query: text(
    'The query string of the queue page, such as `kind=removed&filter=posts`. Unknown parameters are dropped.',
  ),
})
export type QueueView = Static<typeof QueueView>

/** A post with an image that looks like one of another post. */
export const SameImagePost = Type.Object({
  publicId: text('The public id of the post.'),
  title: text('Its title.'),
  communityName: text('Its community.'),
  username: Nullable(text('The name of its author; null for a deleted account.')),
  createdAt: time('When it was created.'),
  isRemoved: flag('Whether moderators or admins have removed it.'),
})
export type SameImagePost = Static<typeof SameImagePost>
