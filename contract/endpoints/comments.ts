import { Type } from 'typebox'
import { Comment } from '../entities/comment.ts'
import { idInput, idText, listOf, Nullable, text } from '../entities/schema.ts'
import { commentsPerPage, commentTextBytesPerPage } from '../limitValues.ts'
import { commentActions } from '../words.ts'
import { endpoint } from './endpoint.ts'
import {
  bodyText,
  choice,
  commentSort,
  deleteAs,
  inPath,
  lockAs,
  next,
  optional,
  pageSize,
  reason,
  removalFields,
  render,
  userGroup,
  voteFields,
} from './parameters.ts'

const commentId = idInput('comment', 'The id of the comment.')
const ofPost = Type.Object({ publicId: inPath.publicId })
const ofComment = Type.Object({ publicId: inPath.publicId, commentId })

export const commentEndpoints = {
  listComments: endpoint({
    method: 'GET',
    path: '/api/posts/:publicId/comments',
    summary: 'Lists a page of the comments of a post, together with the comments above them.',
    who: 'all',
    sharedByGuests: true,
    params: ofPost,
    query: optional({
      sort: commentSort,
      next,
      limit: pageSize({
        description: `How many comments a page has at most, not counting those above them. It has fewer where their texts would have more than ${commentTextBytesPerPage} bytes.`,
        default: commentsPerPage,
        maximum: commentsPerPage,
      }),
      render,
    }),
    response: Type.Object({
      comments: listOf(Comment, 'The comments of this page.'),
      next: Nullable(text('The cursor of the next page; null at the end.')),
    }),
    errors: ['postNotFound', 'invalidCommentSort', 'invalidCursor', 'limitNotANumber', 'limitOutOfRange'],
  }),
  listReplies: endpoint({
    method: 'GET',
    path: '/api/posts/:publicId/comments',
    when: { has: 'parentId' },
    summary:
      'Lists a page of the comments below one comment, as a plain array: its own replies first, then the replies to these, and so on, on each level the most upvoted first, or in the order of `sort`.',
    who: 'all',
    sharedByGuests: true,
    params: ofPost,
    query: Type.Object({
      parentId: idText('comment', 'The id of the comment whose replies are requested.'),
      sort: Type.Optional(commentSort),
      next: Type.Optional(
        text(
          'Where the own replies of the comment go on: `upvotes.id` of the last one that is known, with which the page begins. With `sort`, `upvotes.downvotes.id` of it, so that the page goes on there even if it was deleted since, or its id alone if it was deleted already; the id alone means the place that it has now. A page with as many of them as its limit may have more after it, and so may any as long as fewer are known than `noRepliesDirect`.',
        ),
      ),
      limit: Type.Optional(
        pageSize({
          description: `How many comments a page has at most. It has fewer where their texts would have more than ${commentTextBytesPerPage} bytes.`,
          default: commentsPerPage,
          maximum: commentsPerPage,
        }),
      ),
      render: Type.Optional(render),
    }),
    response: Type.Array(Comment),
    errors: [
      'postNotFound',
      'invalidCommentSort',
      'invalidId',
      'invalidCursor',
      'limitNotANumber',
      'limitOutOfRange',
    ],
  }),
  createComment: endpoint({
    method: 'POST',
    path: '/api/posts/:publicId/comments',
    summary: 'Adds a comment or a reply, and upvotes it for its author.',
    who: 'member',
    needsConfirmedEmail: true,
    takesIdempotencyKey: true,
    changesWhatGuestsSee: 'itsPost',
    limit: 'comments',
    params: ofPost,
    query: optional({ userGroup, render }),
    body: Type.Object({
      parentCommentId: Type.Optional(
        Nullable(
          idInput('comment', 'The comment to reply to; by default, the comment is added to the post itself.'),
        ),
      ),
      body: Type.String({ default: '', description: `Must not be empty. ${bodyText}` }),
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
    summary: 'Replaces the text of a comment, or does what `action` says.',
    who: 'member',
    changesWhatGuestsSee: true,
    limit: 'edits',
    params: ofComment,
    query: optional({
      action: choice(commentActions, {
        description:
          'Without it, the author replaces the text. `lock`, `unlock` and `restore` are for moderators and admins; `changeAsUser` changes the role in which the author speaks. `restore` takes back what moderators or admins removed.',
        refusal: 'invalidAction',
      }),
      lockAs,
      reason,
      userGroup,
      render,
    }),
    body: Type.Object({ body: Type.Optional(text(`Must not be empty. ${bodyText}`)) }),
    bodyOptional: { given: 'action' },
    response: Comment,
    errors: [
      'invalidId',
      'commentNotFound',
      'invalidAction',
      'invalidGroup',
      'commentDeleted',
      'notAuthor',
      'bannedFromCommunity',
      'notModerator',
      'notAdmin',
      'notModeratorNorAdmin',
      'emptyComment',
      'notRemoved',
      'contentGone',
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
    query: optional({ deleteAs, reason, render }),
    body: Type.Object(removalFields),
    bodyOptional: true,
    response: Comment,
    errors: [
      'invalidId',
      'commentNotFound',
      'invalidGroup',
      'commentDeleted',
      'notAuthor',
      'notModerator',
      'notAdmin',
      'ruleNotFound',
    ],
  }),
  getComment: endpoint({
    method: 'GET',
    path: '/api/comments/:commentId',
    summary: 'Returns one comment.',
    who: 'all',
    params: Type.Object({ commentId }),
    query: optional({ render }),
    response: Comment,
    errors: ['invalidId', 'commentNotFound'],
  }),
  voteComment: endpoint({
    method: 'POST',
    path: '/api/_commentVote',
    summary:
      'Votes for a comment: the same vote again removes it, the opposite vote replaces it. With `set` the vote becomes what it says.',
    who: 'member',
    limit: 'votes',
    query: optional({ render }),
    body: Type.Object({
      commentId,
      ...voteFields,
    }),
    response: Comment,
    errors: ['invalidVote', 'commentNotFound', 'commentDeleted', 'postLocked', 'bannedFromCommunity'],
  }),
  previewMarkdown: endpoint({
    method: 'POST',
    path: '/api/_preview',
    summary: 'Returns the HTML that a text will have once it is posted.',
    who: 'member',
    limit: 'preview',
    body: Type.Object({ body: Type.String({ default: '', description: bodyText }) }),
    response: Type.Object({ html: text('The HTML.') }),
    errors: [],
  }),
}
