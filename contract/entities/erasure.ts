import { type Static, Type } from 'typebox'
import { erasedContents } from '../words.ts'
import { described, int, listOf, Nullable, oneOf, text, time } from './schema.ts'

/** A member who is erased for good, with the report. */
export const Erasure = Type.Object({
  id: text('The number of the erasure.'),
  username: text('The name of the account; from the moment at which it is forgotten, one that says nothing.'),
  content: oneOf(
    erasedContents,
    'What happens to posts and comments: kept without the name, emptied, or removed from lists, too.',
  ),
  orderedBy: Nullable(text('Who ordered it; null for the command line and for accounts that are deleted.')),
  isOwn: Type.Boolean({ description: 'Whether the member ordered it.' }),
  orderedAt: time('When it was ordered last.'),
  finishedAt: Nullable(time('When it was finished; null while it runs.')),
  progress: Nullable(
    described(
      'How far it is; null when it is finished.',
      Type.Object({
        step: text('What is being erased, such as `votes`.'),
        number: int('The number of this step, from 1.'),
        of: int('How many steps there are.'),
      }),
    ),
  ),
  erased: listOf(text('One kind of data, with how much of it.'), 'What has been erased so far.'),
  remains: listOf(text('One kind of data, with the reason.'), 'What remains, and why.'),
  backups: listOf(
    text('A sentence.'),
    'When the last backup that has something of it is gone, and what to do.',
  ),
})
export type Erasure = Static<typeof Erasure>
