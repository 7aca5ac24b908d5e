import { Type } from 'typebox'
import { Comment } from '../entities/comment.ts'
import { IdInput, Nullable, Reason } from '../entities/schema.ts'
import { endpoint } from './endpoint.ts'

const ofPost = Type.Object({ publicId: Type.String() })
const ofComment = Type.Object({ publicId: Type.String(), commentId: IdInput })
const render = Type.Optional(Type.String())
const reason = Type.Optional(Reason)

export const commentEndpoints = {
  listComments: endpoint({
    method: 'GET',
    path: '/api/posts/:publicId/comments',
    summary: 'A page of comments with all their ancestors, or every descendant of one comment.',
    who: 'all',
    sharedByGuests: true,
    params: ofPost,
    query: Type.Object({
      next: Type.Optional(Type.String()),
      parentId: Type.Optional(Type.String()),
      /** How many comments at most; 500 unless given. */
      limit: Type.Optional(Type.String()),
      render,
    }),
    /** With parentId the array alone. */
    response: Type.Unsafe<{ comments: Comment[]; next: string | null } | Comment[]>({
      anyOf: [
        Type.Object({
          comments: Type.Array(Comment),
          next: Nullable(Type.String()),
        }),
        Type.Array(Comment),
      ],
    }),
    errors: ['postNotFound', 'invalidId', 'invalidCursor', 'limitNotANumber', 'limitOutOfRange'],
  }),
  createComment: endpoint({
    method: 'POST',
    path: '/api/posts/:publicId/comments',
    summary: 'Adds a comment or a reply, with its author’s own upvote.',
    who: 'member',
    changesWhatGuestsSee: true,
    limit: 'comments',
    params: ofPost,
    query: Type.Object({ userGroup: Type.Optional(Type.String()), render }),
    body: Type.Object({
      parentCommentId: Type.Optional(Nullable(IdInput)),
      body: Type.String({ default: '' }),
    }),
    response: Comment,
    errors: [
      'postNotFound',
      'invalidGroup',
      'postLocked',
      'bannedFromCommunity',
      'notModerator',
      'notAdmin',
      'commentNotFound',
      'replyToDeleted',
      'threadTooDeep',
      'commentLocked',
      'emptyComment',
    ],
  }),
  updateComment: endpoint({
    method: 'PUT',
    path: '/api/posts/:publicId/comments/:commentId',
    summary:
      'Replaces the text of a comment; with an action: lock, unlock, or changeAsUser (in which role its author speaks).',
    who: 'member',
    changesWhatGuestsSee: true,
    limit: 'edits',
    params: ofComment,
    query: Type.Object({
      action: Type.Optional(Type.String()),
      lockAs: Type.Optional(Type.String()),
      reason,
      userGroup: Type.Optional(Type.String()),
      render,
    }),
    body: Type.Object({ body: Type.Optional(Type.String()) }),
    bodyOptional: true,
    response: Comment,
    errors: [
      'invalidId',
      'commentNotFound',
      'invalidAction',
      'invalidGroup',
      'commentDeleted',
      'notAuthor',
      'notModerator',
      'notAdmin',
      'notModeratorNorAdmin',
      'emptyComment',
    ],
  }),
  deleteComment: endpoint({
    method: 'DELETE',
    path: '/api/posts/:publicId/comments/:commentId',
    summary: 'Deletes a comment; its replies stay.',
    who: 'member',
    changesWhatGuestsSee: true,
    limit: 'edits',
    params: ofComment,
    query: Type.Object({ deleteAs: Type.Optional(Type.String()), reason, render }),
    response: Comment,
    errors: [
      'invalidId',
      'commentNotFound',
      'invalidGroup',
      'commentDeleted',
      'notAuthor',
      'notModerator',
      'notAdmin',
    ],
  }),
  getComment: endpoint({
    method: 'GET',
    path: '/api/comments/:commentId',
    summary: 'One comment.',
    who: 'all',
    params: Type.Object({ commentId: IdInput }),
    query: Type.Object({ render }),
    response: Comment,
    errors: ['invalidId', 'commentNotFound'],
  }),
  voteComment: endpoint({
    method: 'POST',
    path: '/api/_commentVote',
    summary: 'Presses an arrow: the same again takes the vote back, the other one moves it.',
    who: 'member',
    limit: 'votes',
    query: Type.Object({ render }),
    body: Type.Object({ commentId: IdInput, up: Type.Boolean({ default: true }) }),
    response: Comment,
    errors: ['commentNotFound', 'commentDeleted', 'postLocked', 'bannedFromCommunity'],
  }),
  previewMarkdown: endpoint({
    method: 'POST',
    path: '/api/_preview',
    summary: 'The HTML that a text will have once it is posted.',
    who: 'member',
    limit: 'preview',
    body: Type.Object({ body: Type.String({ default: '' }) }),
    response: Type.Object({ html: Type.String() }),
    errors: [],
  }),
}
