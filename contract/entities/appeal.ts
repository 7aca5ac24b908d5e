import { type Static, Type } from 'typebox'
import { appealActs, appealOutcomes, contentTypes, staffGroups } from '../words.ts'
import { described, flag, id, idByKind, int, Nullable, oneOf, text, time } from './schema.ts'

const Named = Type.Object({ username: text('The name; `ghost` for a deleted account.') })

const place = {
  community: described(
    'Where it was done; null for a ban from the whole site.',
    Nullable(Type.Object({ id: id('community', 'The id of the community.'), name: text('Its name.') })),
  ),
  post: described(
    'The post that was removed or locked, or that the comment belongs to; null for a ban.',
    Nullable(Type.Object({ publicId: text('The public id of the post.'), title: text('The title.') })),
  ),
}

const grounds = {
  actedAt: time('When it was done.'),
  rule: Nullable(text('The rule for which it was done; null if none was named.')),
  reason: Nullable(text('The reason that was given; null if none was.')),
}

/** Something that was done to the viewer, against which they can appeal. */
export const AppealableAct = Type.Object({
  act: oneOf(appealActs, 'What was done.'),
  type: Nullable(oneOf(contentTypes, 'Of a removal or lock: whether it was a post or a comment.')),
  targetId: Nullable(idByKind('type', 'The id of the post or comment; null for a ban.')),
  ...place,
  actedAs: oneOf(staffGroups, 'The role in which it was done.'),
  ...grounds,
})
export type AppealableAct = Static<typeof AppealableAct>

/** An appeal of a member against a removal, a lock or a ban, and its answer. */
export const Appeal = Type.Object({
  id: int('The number of the appeal.'),
  act: oneOf(appealActs, 'What it is against.'),
  member: described('Whose it is.', Named),
  ...place,
  comment: described(
    'The comment that was removed or locked; otherwise null.',
    Nullable(Type.Object({ id: id('comment', 'The id of the comment.') })),
  ),
  actedAs: oneOf(staffGroups, 'The role in which it was done.'),
  actor: described('Who did it; null for the member whose appeal it is.', Nullable(Named)),
  ...grounds,
  text: text('What the member says against it.'),
  createdAt: time('When the appeal was made.'),
  outcome: Nullable(
    oneOf(
      appealOutcomes,
      '`upheld`: declined, the action stays; `overturned`: accepted; null while it is open.',
    ),
  ),
  isReversed: Nullable(
    flag(
      'Whether what an accepted appeal was against is no longer in force; `false` if the content is gone, or another action followed it. Null for other appeals.',
    ),
  ),
  answer: Nullable(text('What was answered; null while it is open.')),
  answeredAs: Nullable(oneOf(staffGroups, 'The role in which it was answered; null while it is open.')),
  answeredBy: described(
    'Who answered; null while it is open, and for the member whose appeal it is.',
    Nullable(Named),
  ),
  answeredAt: Nullable(time('When it was answered; null while it is open.')),
  mayAnswer: flag('Whether you may answer it.'),
})
export type Appeal = Static<typeof Appeal>
