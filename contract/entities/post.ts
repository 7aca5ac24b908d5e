import { type Static, Type } from 'typebox'
import { downvoterGroups, madeWithAiMarkers, postTypes, staffGroups } from '../words.ts'
import { Comment } from './comment.ts'
import { CommentLimits } from './commentLimits.ts'
import { Community } from './community.ts'
import { Image } from './image.ts'
import {
  described,
  flag,
  group,
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

export type { PostType } from '../words.ts'

export const Post = Type.Object({
  id: id('post', 'The id of the post.'),
  publicId: text('The id in its URL: 8 characters.'),
  type: oneOf(postTypes, 'What kind of post it is.'),
  userId: id('user', 'The author. Twenty-four zeros stand for a deleted account.'),
  username: text('The name of the author; `ghost` for a deleted account.'),
  userGhostId: Type.Optional(
    text('Only for deleted accounts: the same text for everything that one of them wrote under one post.'),
  ),
  userGroup: group('The role in which the author speaks.'),
  userDeleted: flag('Whether the account of the author is deleted.'),
  isPinned: flag('Whether it is pinned in its community.'),
  isPinnedSite: flag('Whether it is pinned on the whole site.'),
  communityId: id('community', 'The id of its community.'),
  communityName: text('The name of its community.'),
  communityProPic: described('The icon of its community.', Nullable(Image)),
  communityBannerImage: described('The banner of its community.', Nullable(Image)),
  title: text('The title.'),
  body: Nullable(text('Markdown; null if it is not a text post.')),
  bodyHtml: Type.Optional(
    Nullable(
      text(`${ownPagesOnly}, in place of \`body\`, if one post is requested: the whole text as HTML.`),
    ),
  ),
  summary: Type.Optional(
    text(
      `${ownPagesOnly}, if one post is requested: the beginning of its text on one line, for link previews.`,
    ),
  ),
  excerpt: Type.Optional(
    Nullable(text(`${ownPagesOnly}, in place of \`body\`, in feeds: the beginning as plain text.`)),
  ),
  image: described('The first of the images.', Nullable(Image)),
  images: listOf(Image, 'The images of an image post.'),
  attachments: Type.Optional(
    listOf(Image, 'Only for text posts with images below their text: these images. An addition of ours.'),
  ),
  link: Type.Optional(
    described(
      'Only for link posts: where the link leads.',
      Type.Object({
        url: text('The URL.'),
        hostname: text(
          'The host in it: in the letters of its language where that is safe, otherwise `xn--…`.',
        ),
        image: described('A picture of the page, if one was found.', Nullable(Image)),
      }),
    ),
  ),
  locked: flag('Whether nobody can comment or vote any more.'),
  lockedBy: Nullable(id('user', 'Who locked it; null if it is not locked.')),
  lockedByGroup: Type.Optional(oneOf(staffGroups, 'The role in which it was locked; absent if it is not.')),
  lockedAt: Nullable(time('When it was locked; null if it is not.')),
  commentLimits: Type.Optional(
    described('What limits comments on it, if anything does; see its community, too.', CommentLimits),
  ),
  madeWithAiBy: Type.Optional(
    oneOf(
      madeWithAiMarkers,
      'Who marked it *Made with AI*: its author, moderators, admins, or an automatic rule; absent if it is not marked. An addition of ours.',
    ),
  ),
  upvotes: Nullable(int('How many members voted it up; null while its community hides points from you.')),
  downvotes: Nullable(int('How many members voted it down; null while its community hides points from you.')),
  hotness: Nullable(int('The sort key of `sort=hot`; null while its community hides points from you.')),
  downvoters: Type.Optional(
    oneOf(
      downvoterGroups,
      'Who can downvote it and its comments; absent if everyone can. An addition of ours.',
    ),
  ),
  createdAt: time('When it was created.'),
  editedAt: Nullable(time('When its text was last changed; null if never.')),
  lastActivityAt: time('When it was created or last commented on.'),
  deleted: flag('Whether it is deleted.'),
  deletedAt: Nullable(time('When it was deleted; null if it is not.')),
  deletedAs: Type.Optional(group('The role in which it was deleted; absent if it is not.')),
  deletedContent: flag('Whether its content is deleted, too.'),
  deletedContentAs: Type.Optional(group('The role in which the content was deleted.')),
  noComments: int('How many comments it has, including deleted ones.'),
  comments: Nullable(
    listOf(Comment, 'The first page of its comments, if one post is requested; otherwise null.'),
  ),
  commentsNext: Nullable(text('The cursor of the next page of comments; null if there is none.')),
  userVoted: Nullable(
    flag('Whether you voted; null for guests, and in the answer to a vote that was taken back.'),
  ),
  userVotedUp: Nullable(flag('Whether you voted it up; null if you did not vote.')),
  lastVisitAt: Nullable(time('When you visited it before; null for guests and on the first visit.')),
  newComments: int('How many comments others have written since then.'),
  isAuthorMuted: flag('Whether you muted the author.'),
  isCommunityMuted: flag('Whether you muted the community.'),
  isSaved: Type.Optional(
    Type.Literal(true, {
      description: `${ownPagesOnly}, in lists of posts and if one post is requested: true if it is in at least one of your lists; otherwise absent.`,
    }),
  ),
  community: Type.Optional(described('Its community, if one post is requested.', Community)),
  author: Type.Optional(described('The author; absent for admins if the account is deleted.', Author)),
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
})
export type Post = Static<typeof Post>

/** A page of a feed. */
export const FeedPage = Type.Object({
  posts: listOf(Post, 'The posts of this page.'),
  next: Type.Unsafe<string | number | null>({
    type: ['string', 'integer', 'null'],
    description:
      'The cursor of the next page; null at the end. With `sort=activity` a number of 64 bits: the time of the last activity in nanoseconds since 1970. Otherwise a text.',
  }),
})
export type FeedPage = Static<typeof FeedPage>

/** A page of the posts of a community as its moderators list them. */
export const ModeratedPosts = Type.Object({
  noPosts: int('How many posts there are on all pages together.'),
  limit: int('How many posts a page has at most.'),
  page: int('The number of this page, from 1.'),
  posts: listOf(Post, 'The posts of this page.'),
})
export type ModeratedPosts = Static<typeof ModeratedPosts>
