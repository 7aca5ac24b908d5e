import { type Route, route } from '../http/route.ts'
import { issueChallenge } from './captcha.ts'
import { logIn, logOut } from './login.ts'
import { signUp } from './signup.ts'

export const accountRoutes: readonly Route[] = [
  route('login', (call) => (call.query.action === 'logout' ? logOut(call) : logIn(call))),
  route('signup', (call) => signUp(call)),
  route('getCaptcha', ({ secrets }) => issueChallenge(secrets)),
]
