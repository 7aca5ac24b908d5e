import { type Route, route } from '../http/route.ts'
import { issueChallenge } from './captcha.ts'
import { logIn, logOut } from './login.ts'
import { endSessions, listSessions } from './sessions.ts'
import { signUp } from './signup.ts'

export const accountRoutes: readonly Route[] = [
  route('login', (call) => (call.query.action === 'logout' ? logOut(call) : logIn(call))),
  route('signup', (call) => signUp(call)),
  route('getCaptcha', ({ secrets }) => issueChallenge(secrets)),
  route('listSessions', ({ db, viewer, session }) => listSessions(db, viewer, session)),
  route('endSessions', ({ db, viewer, session, query }) =>
    endSessions(db, viewer, { session, id: query.id }),
  ),
]
