import { errors } from '../../../contract/errors.ts'
import { isBarRaised } from '../../../contract/waves.ts'
import { issueChallenge } from '../../core/accounts/captcha.ts'
import { type Route, route } from '../../core/api/route.ts'
import { Refused } from '../../platform/http/refused.ts'
import { apply } from './apply.ts'
import { changePassword, confirmPassword } from './changePassword.ts'
import { logIn, logOut } from './login.ts'
import { endSessions, listSessions } from './sessions.ts'
import { updateProfile } from './settings.ts'
import { checkUsername, enforceJoinable, signUp } from './signup.ts'

export const accountRoutes: readonly Route[] = [
  route('login', (call) => (call.query.action === 'logout' ? logOut(call) : logIn(call))),
  route('signup', signUp, { beforeBody: enforceJoinable }),
  route('apply', apply, { beforeBody: enforceJoinable }),
  route('checkUsername', ({ db, params }) => checkUsername(db, params.username)),
  route('getCaptcha', ({ secrets, settings }) =>
    issueChallenge(secrets, { isHarder: isBarRaised(settings) }),
  ),
  route('listSessions', ({ db, viewer, session }) => listSessions(db, viewer, session)),
  route('endSessions', ({ db, viewer, session, query }) =>
    endSessions(db, viewer, { session, id: query.id }),
  ),
  route('confirmPassword', confirmPassword),
  route('updateSettings', (call) => {
    if (call.query.action === 'changePassword') return changePassword(call)
    if (call.query.action !== 'updateProfile') throw new Refused(errors.invalidAction)
    return updateProfile(call)
  }),
]
