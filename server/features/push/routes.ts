import { type Route, route } from '../../core/api/route.ts'
import { subscribe, unsubscribe } from './subscribe.ts'

export const pushRoutes: readonly Route[] = [
  route('subscribeToPush', ({ db, viewer, session, body }) =>
    subscribe(db, { sessionIdHash: session.idHash, memberId: viewer.id }, body),
  ),
  route('unsubscribeFromPush', ({ db, session }) => unsubscribe(db, session.idHash)),
]
