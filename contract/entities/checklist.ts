import { type Static, Type } from 'typebox'
import { flag, oneOf } from './schema.ts'

export const mailStates = ['off', 'untried', 'works'] as const

/** What an admin of a new site has to do, and whether it is done. */
export const Checklist = Type.Object({
  setup: flag('Whether the setup was finished, or the site has its own name.'),
  community: flag('Whether there is a community.'),
  rules: flag('Whether an admin has read the guidelines that the site shows to its members.'),
  contact: flag('Whether the site says who runs it.'),
  mail: oneOf(
    mailStates,
    'Whether the site sends no mail, sends it but no member has confirmed an address yet, or a mailed link was opened.',
  ),
  backup: flag('Whether backups are made every day, or one was made in the browser. An addition of ours.'),
  others: flag('Whether someone else has an account.'),
  dismissed: flag('Whether an admin has removed the checklist.'),
})
export type Checklist = Static<typeof Checklist>
