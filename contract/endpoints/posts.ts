import { Type } from 'typebox'
import { Post } from '../entities/post.ts'
import { IdInput, Nullable } from '../entities/schema.ts'
import { endpoint } from './endpoint.ts'

const byPublicId = Type.Object({ publicId: Type.String() })
/** `page`: our own pages, which get rendered HTML in place of Markdown sources. */
const render = Type.Optional(Type.String())

export const postEndpoints = {
  listPosts: endpoint({
    method: 'GET',
    path: '/api/posts',
    summary: 'A page of a feed: all, home (subscriptions), moderating, or one community.',
    who: 'all',
    sharedByGuests: true,
    query: Type.Object({
      feed: Type.Optional(Type.String()),
      sort: Type.Optional(Type.String()),
      communityId: Type.Optional(Type.String()),
      limit: Type.Optional(Type.String()),
      next: Type.Optional(Type.String()),
      filter: Type.Optional(Type.String()),
      render,
    }),
    response: Type.Object({
      posts: Type.Array(Post),
      /** A number for sort=activity, otherwise text; null at the end. */
      next: Type.Unsafe<string | number | null>({ type: ['string', 'integer', 'null'] }),
    }),
    errors: [
      'invalidFeedFilter',
      'invalidFeedSort',
      'limitNotANumber',
      'limitOutOfRange',
      'invalidId',
      'invalidFeedType',
      'communityIsEmpty',
      'invalidCursor',
      'notLoggedIn',
    ],
  }),
  createPost: endpoint({
    method: 'POST',
    path: '/api/posts',
    summary: 'Creates a post, with its author’s own upvote.',
    who: 'member',
    changesWhatGuestsSee: true,
    limit: 'posts',
    query: Type.Object({ render }),
    body: Type.Object({
      type: Type.String({ default: 'text' }),
      title: Type.String({ default: '' }),
      body: Type.Optional(Nullable(Type.String())),
      community: Type.String({ default: '', description: 'The name of the community.' }),
      userGroup: Type.String({ default: 'normal' }),
    }),
    response: Post,
    errors: [
      'invalidGroup',
      'unsupportedPostType',
      'communityNotFound',
      'titleTooShort',
      'bannedFromCommunity',
      'postingRestricted',
      'notModerator',
      'notAdmin',
    ],
  }),
  getPost: endpoint({
    method: 'GET',
    path: '/api/posts/:publicId',
    summary: 'One post with the first page of its comments; counts as a visit.',
    who: 'all',
    sharedByGuests: true,
    params: byPublicId,
    query: Type.Object({
      fetchCommunity: Type.Optional(Type.String()),
      /** How many comments at most; 500 unless given. */
      commentsLimit: Type.Optional(Type.String()),
      render,
    }),
    response: Post,
    errors: ['postNotFound', 'limitNotANumber', 'limitOutOfRange'],
  }),
  updatePost: endpoint({
    method: 'PUT',
    path: '/api/posts/:publicId',
    summary: 'Replaces title and body.',
    who: 'member',
    changesWhatGuestsSee: true,
    limit: 'edits',
    params: byPublicId,
    query: Type.Object({ action: Type.Optional(Type.String()), render }),
    body: Type.Object({ title: Type.Optional(Type.String()), body: Type.Optional(Nullable(Type.String())) }),
    response: Post,
    errors: ['postNotFound', 'invalidAction', 'notAuthor', 'titleTooShort'],
  }),
  deletePost: endpoint({
    method: 'DELETE',
    path: '/api/posts/:publicId',
    summary: 'Deletes a post, with deleteContent=true its content too.',
    who: 'member',
    changesWhatGuestsSee: true,
    limit: 'edits',
    params: byPublicId,
    query: Type.Object({
      deleteAs: Type.Optional(Type.String()),
      deleteContent: Type.Optional(Type.String()),
      render,
    }),
    response: Post,
    errors: [
      'postNotFound',
      'invalidGroup',
      'deleteContentNotBoolean',
      'postAlreadyDeleted',
      'moderatorsKeepContent',
      'notAuthor',
      'notModerator',
      'notAdmin',
    ],
  }),
  votePost: endpoint({
    method: 'POST',
    path: '/api/_postVote',
    summary: 'Presses an arrow: the same again takes the vote back, the other one moves it.',
    who: 'member',
    limit: 'votes',
    query: Type.Object({ render }),
    body: Type.Object({ postId: IdInput, up: Type.Boolean({ default: true }) }),
    response: Post,
    errors: ['postNotFound', 'postLocked', 'bannedFromCommunity'],
  }),
}
