import { type Static, Type } from 'typebox'
import { securityEventKinds } from '../securityEvents.ts'
import { Nullable, oneOf, text, time } from './schema.ts'

export const SecurityEvent = Type.Object({
  kind: oneOf(securityEventKinds, 'What happened.'),
  username: Nullable(
    text(
      'Whose account it concerns; null for a failed login with a name that nobody has, and for the command line.',
    ),
  ),
  ip: Nullable(text('From which IP address; null for the command line.')),
  detail: Nullable(text('The name of the call, for `admin_refused`.')),
  times: Type.Integer({ description: 'How often it happened within the hour of the first time.' }),
  createdAt: time('When it happened first.'),
  lastAt: time('When it happened last.'),
})
export type SecurityEvent = Static<typeof SecurityEvent>
