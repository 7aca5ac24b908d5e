import { type Static, Type } from 'typebox'
import { madeWithAiMarkers, staffGroups, userGroups } from '../words.ts'
import { Image } from './image.ts'
import {
  described,
  flag,
  group,
  id,
  int,
  listOf,
  memberName,
  Nullable,
  oneOf,
  ownPagesOnly,
  text,
  time,
} from './schema.ts'
import { Author } from './user.ts'

export const Comment = Type.Object({
  id: id('comment', 'The id of the comment.'),
  postId: id('post', 'The id of the post, not its public id.'),
  postPublicId: text('The public id of the post.'),
  communityId: id('community', 'The id of the community of the post.'),
  communityName: text('The name of that community.'),
  userId: id(
    'user',
    'The author. Twenty-four zeros stand for a deleted account, and for the author of a comment that you may not read.',
  ),
  username: text(
    'The name of the author; `ghost` for a deleted account, `[Hidden]` if you may not read the comment.',
  ),
  userGhostId: Type.Optional(
    text('Only for deleted accounts: the same text for everything that one of them wrote under one post.'),
  ),
  userGroup: oneOf(
    [...userGroups, 'null'],
    'The role in which the author speaks; the text `null` if you may not read the comment.',
  ),
  isByCommunity: Type.Optional(
    Type.Literal(true, {
      description:
        'True if moderators wrote it in the name of their community: there is no author then, and `username` is the name of that community in brackets, also where the post has moved to another one since; otherwise absent. An addition of ours.',
    }),
  ),
  writtenBy: Type.Optional(
    memberName('Only with `isByCommunity`, for moderators of that community and admins: who wrote it.'),
  ),
  writtenByRule: Type.Optional(text('The same where an automatic rule wrote it: the name of the rule.')),
  userDeleted: flag('Whether the account of the author is deleted.'),
  parentId: Nullable(id('comment', 'The comment that this one replies to; null at the top level.')),
  depth: int('How many comments are above it: 0 to 15.'),
  noReplies: int('How many comments are below it.'),
  noRepliesDirect: int('How many of them reply to this comment itself.'),
  ancestors: Nullable(
    listOf(
      id('comment', 'The id of a comment.'),
      'The comments above it, from the top level down; null at the top level.',
    ),
  ),
  body: text('Markdown; `[Deleted comment]` if you may not read it.'),
  bodyHtml: Type.Optional(text(`${ownPagesOnly}; \`body\` is then empty.`)),
  attachments: Type.Optional(
    listOf(Image, 'Only if there are images below its text: these images. An addition of ours.'),
  ),
  upvotes: Nullable(int('How many members voted it up; null while its community hides points from you.')),
  downvotes: Nullable(int('How many members voted it down; null while its community hides points from you.')),
  createdAt: time('When it was written.'),
  editedAt: Nullable(time('When its text was last changed; null if never.')),
  contentStripped: Type.Optional(flag('Only for deleted comments: whether the text is withheld from you.')),
  deleted: flag('Whether it is deleted.'),
  deletedAt: Nullable(time('When it was deleted; null if it is not.')),
  deletedAs: Type.Optional(group('The role in which it was deleted; absent if it is not.')),
  locked: flag('Whether nobody can reply to it any more.'),
  lockedBy: Nullable(id('user', 'Who locked it; null if it is not locked.')),
  lockedByGroup: Type.Optional(oneOf(staffGroups, 'The role in which it was locked; absent if it is not.')),
  lockedAt: Nullable(time('When it was locked; null if it is not.')),
  isPinned: Type.Optional(
    Type.Literal(true, {
      description:
        'True if it is pinned, which makes it the first comment of its post in every order; otherwise absent. An addition of ours.',
    }),
  ),
  madeWithAiBy: Type.Optional(
    oneOf(
      madeWithAiMarkers,
      'Who marked it *Made with AI*: its author, moderators, admins, or an automatic rule; absent if it is not marked. An addition of ours.',
    ),
  ),
  author: Type.Optional(described('The author; absent if you may not read the comment.', Author)),
  authorPicture: Type.Optional(
    text(
      `${ownPagesOnly}, in place of \`author\`: the smallest copy of the author’s picture, if there is one.`,
    ),
  ),
  authorBadges: Type.Optional(
    listOf(
      text('The type of a badge.'),
      `${ownPagesOnly}, in place of \`author\`: the types of the author’s badges, if there are any.`,
    ),
  ),
  isAuthorMuted: Type.Optional(
    Type.Literal(true, { description: 'Whether you muted the author; absent if you did not.' }),
  ),
  userVoted: Nullable(
    flag('Whether you voted; null for guests, and in the answer to a vote that was taken back.'),
  ),
  userVotedUp: Nullable(flag('Whether you voted it up; null if you did not vote.')),
  postTitle: Type.Optional(
    text('Only away from its post, as in profiles, lists and searches: the title of the post.'),
  ),
  communityPicture: Type.Optional(
    text(
      `${ownPagesOnly}, beside \`postTitle\`: the smallest copy of the community’s icon, if there is one.`,
    ),
  ),
  postDeleted: flag('Only set in reports: whether the post is deleted.'),
  postDeletedAs: Type.Optional(group('Only in reports: the role in which the post was deleted.')),
})
export type Comment = Static<typeof Comment>
