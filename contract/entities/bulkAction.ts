import { type Static, Type } from 'typebox'
import { bulkActions } from '../words.ts'
import { described, flag, int, listOf, Nullable, oneOf, text, time } from './schema.ts'

/** The filters of a bulk action, as they were given; empty texts do not filter. */
export const BulkFilter = Type.Object({
  q: Type.Optional(text('As in `listMembers`.')),
  state: Type.Optional(text('As in `listMembers`.')),
  role: Type.Optional(text('As in `listMembers`.')),
  since: Type.Optional(text('As in `listMembers`.')),
  before: Type.Optional(text('As in `listMembers`.')),
  ip: Type.Optional(text('As in `listMembers`.')),
  mailDomain: Type.Optional(text('As in `listMembers`.')),
  writtenMax: Type.Optional(text('As in `listMembers`.')),
  writtenSince: Type.Optional(text('As in `findContents`.')),
  writtenBefore: Type.Optional(text('As in `findContents`.')),
  link: Type.Optional(text('As in `findContents`.')),
  like: Type.Optional(text('As in `findContents`.')),
  image: Type.Optional(text('As in `findContents`.')),
  application: Type.Optional(text('As in `findContents`.')),
  waiting: Type.Optional(text('As in `findContents`.')),
  trustMax: Type.Optional(text('As in `findContents`.')),
  newest: Type.Optional(
    text('The number of the newest account: `newest` of `findMembers` or `findContents`.'),
  ),
})
export type BulkFilter = Static<typeof BulkFilter>

/** The same done to many accounts, in the background. */
export const BulkAction = Type.Object({
  id: text('The number of the bulk action.'),
  action: oneOf(
    bulkActions,
    'What is done to each account. `ban` suspends; `remove` removes the matching posts and comments, `restore` restores what was removed. `uncount_votes` takes their votes out of all scores, `count_votes` counts them again. `slow_votes` lets them cast only a few votes an hour, `end_slow_votes` ends that.',
  ),
  withContent: flag('Whether a ban removes what they wrote, or its lifting restores it.'),
  reason: Nullable(text('The reason.')),
  expiresAt: Nullable(time('When the bans end; null for no end.')),
  votesSince: Nullable(
    time('For `uncount_votes`: votes that were cast earlier count; null: none of their votes counts.'),
  ),
  filter: described('How the accounts were found; null if they were named.', Nullable(BulkFilter)),
  undoes: Nullable(text('The number of the bulk action that it undoes.')),
  orderedBy: Nullable(text('Who ordered it; null for the command line and for accounts that are deleted.')),
  orderedAt: time('When it was ordered.'),
  finishedAt: Nullable(time('When it ended; null while it runs.')),
  isStopped: flag('Whether it was stopped before its end.'),
  isUndoable: flag('Whether it can be undone.'),
  accounts: int('How many accounts it is for.'),
  contents: int('How many posts and comments `remove` affects; 0 for other actions.'),
  done: int('How many of them are done.'),
  changed: int('How many were changed.'),
  contentLeft: int('For how many accounts content still has to be removed or restored.'),
  votesLeft: int('For how many accounts votes still have to be counted or taken out.'),
  skipped: listOf(text('A username.'), 'Some of the accounts that could not be changed.'),
})
export type BulkAction = Static<typeof BulkAction>
