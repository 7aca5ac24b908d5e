import { type Static, Type } from 'typebox'
import { modmailExcerptLength } from '../limitValues.ts'
import { messageKinds, staffGroups } from '../words.ts'
import { described, flag, id, int, Nullable, oneOf, text, time } from './schema.ts'

const Named = Type.Object({ username: text('The name; `ghost` for a deleted account.') })

/** A conversation between a member and the moderators of a community about one subject. */
export const Conversation = Type.Object({
  id: int('The number of the conversation.'),
  community: described(
    'Whose moderators it is with.',
    Type.Object({ id: id('community', 'The id of the community.'), name: text('Its name.') }),
  ),
  member: described('The member.', Named),
  subject: text(
    'What it is about. If moderators began it with a note, the member sees another one than they do.',
  ),
  excerpt: text(`The beginning of the latest message, at most ${modmailExcerptLength} characters.`),
  createdAt: time('When it began.'),
  updatedAt: time('When the latest message was written.'),
  isArchived: flag('Whether moderators are done with it.'),
  isNew: flag(
    'Whether the other side wrote something that you, or for moderators, none of you have opened yet.',
  ),
  assignedTo: described(
    'The moderator it is assigned to; null for nobody, and always null for the member.',
    Nullable(Named),
  ),
})
export type Conversation = Static<typeof Conversation>

export const ModmailMessage = Type.Object({
  id: int('The number of the message.'),
  kind: oneOf(
    messageKinds,
    'A `note` is for moderators only; a `warning` is counted in the history of the member.',
  ),
  writtenAs: Nullable(oneOf(staffGroups, 'The role in which it was written; null: by the member.')),
  author: described(
    'Who wrote it; null for the member where moderators or admins wrote it.',
    Nullable(Named),
  ),
  text: text('What was written.'),
  createdAt: time('When.'),
})
export type ModmailMessage = Static<typeof ModmailMessage>
