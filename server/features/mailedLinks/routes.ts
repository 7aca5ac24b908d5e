import { type Route, route } from '../../core/api/route.ts'
import { confirmEmail, requestConfirmation } from './confirm.ts'
import { requestPasswordReset, resetPassword } from './resetPassword.ts'

export const mailRoutes: readonly Route[] = [
  route('confirmEmail', ({ db, config, viewer, body }) =>
    body.token ? confirmEmail(db, body.token) : requestConfirmation(db, config, viewer),
  ),
  route('requestPasswordReset', ({ db, config, body }) => requestPasswordReset(db, config, body.username)),
  route('resetPassword', resetPassword),
]
