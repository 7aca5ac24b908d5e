import { Type } from 'typebox'
import { PostMerge, PostMove, SameLink } from '../entities/move.ts'
import { listOf, text } from '../entities/schema.ts'
import {
  mergedCommentsMax,
  mergesShown,
  moderationReasonMaxLength,
  movesShown,
  sameLinksSearched,
  sameLinksShown,
} from '../limitValues.ts'
import { moveActs } from '../words.ts'
import { endpoint } from './endpoint.ts'
import { inPath, requiredChoice } from './parameters.ts'

/** Moves of posts to other communities; additions to the original API. */
export const moveEndpoints = {
  movePost: endpoint({
    method: 'POST',
    path: '/api/posts/:publicId/move',
    summary:
      'Moves a post and its comments to another community if you moderate both or are an admin. If you only moderate its current community, proposes the move to the moderators of the other one.',
    who: 'member',
    changesWhatGuestsSee: true,
    limit: 'moderation',
    params: Type.Object({ publicId: inPath.publicId }),
    body: Type.Object({
      community: text('The name of the other community.'),
      reason: Type.Optional(
        text(`Why, for its moderators and the log. Cut at ${moderationReasonMaxLength} characters.`),
      ),
    }),
    response: PostMove,
    errors: [
      'postNotFound',
      'neitherAdminNorModerator',
      'cannotMoveDeleted',
      'communityNotFound',
      'alreadyThere',
      'moveProposed',
      'moveDecided',
    ],
  }),
  listMoves: endpoint({
    method: 'GET',
    path: '/api/communities/:communityId/moves',
    summary: `Lists moves of posts from and to a community: open ones first, then the latest; at most ${movesShown}. For its moderators and admins.`,
    who: 'member',
    params: Type.Object({ communityId: inPath.communityId }),
    response: Type.Object({ items: listOf(PostMove, 'The moves.') }),
    errors: ['invalidId', 'communityNotFound', 'neitherAdminNorModerator'],
  }),
  decideMove: endpoint({
    method: 'PUT',
    path: '/api/moves/:moveId',
    summary:
      'Accepts, declines, withdraws or undoes a move. Moderators of the other community can accept or decline it, those who could propose it can withdraw it, and moderators of the community where the post is now can undo it. Admins can do all of these.',
    who: 'member',
    changesWhatGuestsSee: true,
    limit: 'moderation',
    params: Type.Object({ moveId: text('The number of the move.') }),
    body: Type.Object({
      action: requiredChoice(moveActs, { description: 'What to do.', refusal: 'invalidAction' }),
    }),
    response: PostMove,
    errors: ['invalidAction', 'moveNotFound', 'neitherAdminNorModerator', 'moveDecided'],
  }),
}

/** Merges of posts into others of the same community; additions to the original API. */
export const mergeEndpoints = {
  mergePost: endpoint({
    method: 'POST',
    path: '/api/posts/:publicId/merge',
    summary: `Merges a post into another one of the same community: its comments move there, with votes and replies, and its address leads there from now on. At most ${mergedCommentsMax.toLocaleString('en')} comments. For moderators and admins.`,
    who: 'member',
    changesWhatGuestsSee: true,
    limit: 'moderation',
    params: Type.Object({ publicId: inPath.publicId }),
    body: Type.Object({
      into: text('The public id of the other post.'),
      reason: Type.Optional(text(`Why, for the log. Cut at ${moderationReasonMaxLength} characters.`)),
    }),
    response: PostMerge,
    errors: [
      'postNotFound',
      'neitherAdminNorModerator',
      'mergeOfSamePost',
      'cannotMergeDeleted',
      'mergeElsewhere',
      'mergeTooLarge',
    ],
  }),
  listSameLinks: endpoint({
    method: 'GET',
    path: '/api/posts/:publicId/same-link',
    summary: `Lists posts of its community with the same link, the latest first: at most ${sameLinksShown}, among the latest ${sameLinksSearched.toLocaleString('en')} posts. For moderators and admins.`,
    who: 'member',
    params: Type.Object({ publicId: inPath.publicId }),
    response: Type.Object({ items: listOf(SameLink, 'The posts.') }),
    errors: ['postNotFound', 'neitherAdminNorModerator'],
  }),
  listMerges: endpoint({
    method: 'GET',
    path: '/api/communities/:communityId/merges',
    summary: `Lists merges of posts in a community, the latest first; at most ${mergesShown}. For its moderators and admins.`,
    who: 'member',
    params: Type.Object({ communityId: inPath.communityId }),
    response: Type.Object({ items: listOf(PostMerge, 'The merges.') }),
    errors: ['invalidId', 'communityNotFound', 'neitherAdminNorModerator'],
  }),
  undoMerge: endpoint({
    method: 'DELETE',
    path: '/api/merges/:mergeId',
    summary:
      'Undoes a merge: the post is back, unless its author deleted it meanwhile, with the comments that moved and what was replied to them. Of several merges into the same post, each can be undone, but not before that post itself is back if it was merged, too.',
    who: 'member',
    changesWhatGuestsSee: true,
    limit: 'moderation',
    params: Type.Object({ mergeId: text('The number of the merge.') }),
    response: PostMerge,
    errors: ['mergeNotFound', 'neitherAdminNorModerator', 'mergeUndone'],
  }),
}
