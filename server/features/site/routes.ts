import { type Route, route } from '../../core/api/route.ts'
import { recordEvent } from './events.ts'
import { getInitial } from './initial.ts'

export const siteRoutes: readonly Route[] = [
  route('getInitial', (call) => getInitial(call, call.viewer), { mayBeOld: 'forGuests' }),
  route('recordEvent', ({ db, viewer, session, body }) =>
    recordEvent(db, body.event, {
      sessionIdHash: session.idHash,
      userId: viewer?.id ?? null,
      userAgent: session.userAgent,
    }),
  ),
]
