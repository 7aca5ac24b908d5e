import { type Static, Type } from 'typebox'
import { moveStates } from '../words.ts'
import { described, flag, id, int, Nullable, oneOf, text, time } from './schema.ts'

const Place = Type.Object({ id: id('community', 'The id of the community.'), name: text('Its name.') })

/** A move of a post to another community. */
export const PostMove = Type.Object({
  id: int('The number of the move.'),
  state: oneOf(
    moveStates,
    '`open` until moderators of the other community decide; `undone` if the post was moved back.',
  ),
  post: described(
    'The post.',
    Type.Object({
      publicId: text('The public id of the post.'),
      title: text('The title, as you may see it.'),
      communityName: text('The community where it is now.'),
    }),
  ),
  from: described('The community that the post is moved from.', Place),
  to: described('The community that it is moved to.', Place),
  proposedBy: Nullable(text('The name of the moderator or admin; null for a deleted account.')),
  proposedAt: time('When it was proposed.'),
  reason: Nullable(
    text('Why, for the moderators of the other community and the log; null if no reason was given.'),
  ),
  decidedBy: Nullable(text('Who decided; null if no one has, or for a deleted account.')),
  decidedAt: Nullable(time('When it was decided; null if it was not.')),
  mayAnswer: flag('Whether you can accept or decline it.'),
  mayWithdraw: flag('Whether you can withdraw it.'),
  mayUndo: flag('Whether you can move the post back.'),
})
export type PostMove = Static<typeof PostMove>

const MergedPost = Type.Object({
  publicId: text('The public id of the post.'),
  title: text('The title, as you may see it.'),
})

/** A merge of a post into another one of the same community. */
export const PostMerge = Type.Object({
  id: int('The number of the merge.'),
  post: described('The post that was merged; its address leads to the other one.', MergedPost),
  into: described('The post that has its comments now.', MergedPost),
  communityName: text('The community.'),
  mergedBy: Nullable(text('Who merged them; null for a deleted account.')),
  mergedAt: time('When they were merged.'),
  reason: Nullable(text('Why, for the log; null if no reason was given.')),
  undoneBy: Nullable(text('Who undid it; null if no one has, or for a deleted account.')),
  undoneAt: Nullable(time('When it was undone; null if it was not.')),
  mayUndo: flag('Whether it can be undone.'),
})
export type PostMerge = Static<typeof PostMerge>

/** A post with the same link. */
export const SameLink = Type.Object({
  publicId: text('The public id of the post.'),
  title: text('The title.'),
  noComments: int('How many comments it has.'),
  createdAt: time('When it was posted.'),
})
export type SameLink = Static<typeof SameLink>
