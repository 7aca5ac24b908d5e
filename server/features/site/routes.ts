import { type Route, route } from '../../core/api/route.ts'
import { recordEvent } from './events.ts'
import { getInitial } from './initial.ts'
import { deleteLogo, setLogo } from './logo.ts'

export const siteRoutes: readonly Route[] = [
  route('getInitial', (call) => getInitial(call, call.viewer), { mayBeOld: 'forGuests' }),
  route('setLogo', (call) => setLogo(call, call.viewer, call.upload)),
  route('deleteLogo', (call) => deleteLogo(call, call.viewer)),
  route('recordEvent', ({ db, viewer, session, body }) =>
    recordEvent(db, body.event, {
      sessionIdHash: session.idHash,
      userId: viewer?.id ?? null,
      userAgent: session.userAgent,
    }),
  ),
]
