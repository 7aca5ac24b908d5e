import { type Static, Type } from 'typebox'
import { described, int, Nullable, oneOf, text, time } from './schema.ts'

/** A backup that an admin or the schedule asked for. */
export const Backup = Type.Object({
  id: text('The number of the backup.'),
  name: text('The name of its file.'),
  reason: oneOf(['manual', 'daily'], 'Whether an admin asked for it, or the schedule.'),
  state: oneOf(['waiting', 'running', 'made', 'failed'], 'How far it is.'),
  askedAt: time('When it was asked for.'),
  finishedAt: Nullable(time('When it was made, or failed; null before.')),
  bytes: Nullable(int('The size of its file; null unless it is made.')),
  progress: described(
    'Its progress while it runs.',
    Type.Object({
      step: text('What is being done, such as `reading rows`; empty before the first step.'),
      done: int('How many rows or images are done in this step.'),
      total: int('How many there are in total; an estimate for rows.'),
    }),
  ),
  url: Nullable(
    text('The path of its file, which needs a password that was given recently; null unless it is made.'),
  ),
  failure: text('Why it failed; empty unless it did.'),
  verification: Nullable(
    oneOf(
      ['waiting', 'running', 'sound', 'failed'],
      'The state or result of its verification; null if there was none.',
    ),
  ),
  verifiedAt: Nullable(time('When it was last verified; null if that was never.')),
  verificationFailure: text('What was wrong in the last verification; empty if nothing.'),
})
export type Backup = Static<typeof Backup>
