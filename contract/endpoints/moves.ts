import { Type } from 'typebox'
import { PostMove } from '../entities/move.ts'
import { listOf, text } from '../entities/schema.ts'
import { moderationReasonMaxLength, movesShown } from '../limitValues.ts'
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
