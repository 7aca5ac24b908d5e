import { type Static, Type } from 'typebox'
import { heldKinds, heldOutcomes, holdReasons, reviewLevels, undecidedChoices } from '../heldWords.ts'
import { heldHours } from '../limitValues.ts'
import { postTypes } from '../words.ts'
import { Image } from './image.ts'
import { QueueAuthor } from './queue.ts'
import { described, flag, id, int, listOf, Nullable, oneOf, text, time } from './schema.ts'

/** A post, comment or edit that waits for review. */
const held = {
  id: int('The number of the item.'),
  kind: oneOf(heldKinds, 'What it is.'),
  communityId: id('community', 'The id of the community.'),
  communityName: text('The name of the community.'),
  post: described(
    'The post that it comments on or that it edits; null for a new post.',
    Nullable(
      Type.Object({
        id: id('post', 'The id of the post.'),
        publicId: text('Its public id.'),
        title: text('Its title.'),
      }),
    ),
  ),
  commentId: Nullable(
    id('comment', 'The comment that it replies to or that it edits; null for posts and top-level comments.'),
  ),
  type: Nullable(oneOf(postTypes, 'The type of a new post; otherwise null.')),
  title: Nullable(text('The title, or the new title of an edit; null if there is none.')),
  body: Nullable(text('The text, as Markdown; null if there is none.')),
  bodyHtml: Nullable(text('The text, as HTML; null if there is none.')),
  link: Nullable(text('The URL of a link post; otherwise null.')),
  images: listOf(Image, 'The images.'),
  isMadeWithAi: Type.Optional(
    flag('Whether its author marked it *Made with AI*; absent if an edit does not change that.'),
  ),
  createdAt: time('When it was sent.'),
}

export const OwnHeldItem = Type.Object({
  ...held,
  decidedBy: Nullable(
    time(
      `When it is decided automatically if no moderator has decided by then, ${heldHours} hours after it was sent; null once it is declined.`,
    ),
  ),
  outcome: Nullable(oneOf(heldOutcomes, 'What was decided; null while it waits.')),
  reason: Nullable(text('Why it was declined; null if no reason was given.')),
})
export type OwnHeldItem = Static<typeof OwnHeldItem>

export const HeldItem = Type.Object({
  ...held,
  titleBefore: Nullable(text('The title that an edit replaces; null if it does not change.')),
  bodyHtmlBefore: Nullable(text('The text that an edit replaces, as HTML; null if it does not change.')),
  reasons: listOf(
    Type.Object({
      reason: oneOf(
        holdReasons,
        '`new_member`: one of the first posts or comments of its author. `wave`: sent by a new member during a bot wave. `image`: an image looks like a blocked one. `rule`: held by a rule.',
      ),
      name: Nullable(text('The name of the rule; null for other reasons.')),
    }),
    'Why it waits.',
  ),
  author: described('Information about its author; null for a deleted account.', Nullable(QueueAuthor)),
  decidedBy: time(
    `When it is decided automatically if no moderator has decided by then, ${heldHours} hours after it was sent.`,
  ),
  undecided: oneOf(undecidedChoices, 'What is decided then.'),
})
export type HeldItem = Static<typeof HeldItem>

export const HeldItemsPage = Type.Object({
  items: listOf(HeldItem, 'The items of this page, the oldest first.'),
  next: Nullable(text('The cursor of the next page; null at the end.')),
})
export type HeldItemsPage = Static<typeof HeldItemsPage>

export const HeldDecision = Type.Object({
  id: int('The number of the item.'),
  done: Type.Boolean({ description: 'Whether the decision was carried out.' }),
  problem: Nullable(
    text(
      'Why not, for example because its author is banned; null if it was. The item keeps waiting unless someone else has decided.',
    ),
  ),
})
export type HeldDecision = Static<typeof HeldDecision>

export const ReviewSettings = Type.Object({
  holdNewMembers: oneOf(
    reviewLevels,
    'Which posts and comments of new members are held for review: as set for the site, none, those with links or images, or all.',
  ),
  undecided: oneOf(
    undecidedChoices,
    `What happens to an item that no moderator has decided on within ${heldHours} hours.`,
  ),
})
export type ReviewSettings = Static<typeof ReviewSettings>
