import { type Static, Type } from 'typebox'
import { heldKinds, heldOutcomes, holdReasons, reviewLevels, undecidedChoices } from '../heldWords.ts'
import { heldHours } from '../limitValues.ts'
import { postTypes } from '../words.ts'
import { Image } from './image.ts'
import { QueueAuthor } from './queue.ts'
import { described, id, int, listOf, Nullable, oneOf, text, time } from './schema.ts'

/** A post, comment or edit that waits for review. */
const held = {
  id: int('The number of the item.'),
  kind: oneOf(heldKinds, 'What it is.'),
  communityId: id('community', 'The id of the community.'),
  communityName: text('The name of the community.'),
  post: described(
    'The post of a comment, or the one whose edit this is; null for a new post.',
    Nullable(
      Type.Object({
        id: id('post', 'The id of the post.'),
        publicId: text('Its public id.'),
        title: text('Its title.'),
      }),
    ),
  ),
  commentId: Nullable(
    id(
      'comment',
      'The comment that it replies to, or the one whose edit this is; null for a post and for a comment at the top.',
    ),
  ),
  type: Nullable(oneOf(postTypes, 'The type of a new post; otherwise null.')),
  title: Nullable(text('The title, or the new one; null if there is none.')),
  body: Nullable(text('The text, as Markdown; null if there is none.')),
  bodyHtml: Nullable(text('The text, as HTML; null if there is none.')),
  link: Nullable(text('The URL of a link post; otherwise null.')),
  images: listOf(Image, 'The images.'),
  createdAt: time('When it was sent.'),
}

export const OwnHeldItem = Type.Object({
  ...held,
  decidedBy: Nullable(
    time(
      `When it is decided if no moderator has, ${heldHours} hours after it was sent; null once it is refused.`,
    ),
  ),
  outcome: Nullable(oneOf(heldOutcomes, 'What was decided; null while it waits.')),
  reason: Nullable(text('Why it was refused; null if no reason was given.')),
})
export type OwnHeldItem = Static<typeof OwnHeldItem>

export const HeldItem = Type.Object({
  ...held,
  titleBefore: Nullable(text('The title that an edit replaces; null if it keeps it.')),
  bodyHtmlBefore: Nullable(text('The text that an edit replaces, as HTML; null if it keeps it.')),
  reasons: listOf(
    Type.Object({
      reason: oneOf(
        holdReasons,
        '`new_member`: one of their first posts or comments. `wave`: by a new member while there was a wave of bots. `rule`: a rule.',
      ),
      name: Nullable(text('The name of the rule; null for other reasons.')),
    }),
    'Why it waits.',
  ),
  author: described('What is known of its author; null for a deleted account.', Nullable(QueueAuthor)),
  decidedBy: time(`When it is decided if no moderator has, ${heldHours} hours after it was sent.`),
})
export type HeldItem = Static<typeof HeldItem>

export const HeldItemsPage = Type.Object({
  items: listOf(HeldItem, 'The items of this page, the oldest first.'),
  next: Nullable(text('The cursor of the next page; null at the end.')),
})
export type HeldItemsPage = Static<typeof HeldItemsPage>

export const HeldDecision = Type.Object({
  id: int('The number of the item.'),
  done: Type.Boolean({ description: 'Whether it was done.' }),
  problem: Nullable(
    text(
      'Why not, for instance because its author is banned; null if it was done. It still waits unless someone has decided.',
    ),
  ),
})
export type HeldDecision = Static<typeof HeldDecision>

export const ReviewSettings = Type.Object({
  holdNewMembers: oneOf(
    reviewLevels,
    'Which posts and comments of new members wait for review: as the site chose, none, those with links or images, or all.',
  ),
  undecided: oneOf(
    undecidedChoices,
    `What happens to what no moderator has decided about within ${heldHours} hours.`,
  ),
})
export type ReviewSettings = Static<typeof ReviewSettings>
