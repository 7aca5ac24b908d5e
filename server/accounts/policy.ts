import { errors, type Refusal } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import { lengthOf } from '../http/text.ts'

/** Why no account can have this name, or null when it can; whether it is taken is another question. */
export function usernameRefusal(username: string): Refusal {
  if (username === '') return errors.usernameEmpty
  if (username.length < limits.usernameMinLength) return errors.usernameTooShort
  if (username.length > limits.usernameMaxLength) return errors.usernameTooLong
  if (!/^[0-9A-Za-z_]+$/.test(username)) return errors.usernameCharacters
  return null
}

/** Why this cannot be a password, or null when it can. */
export function passwordRefusal(password: string): Refusal {
  if (password === '') return errors.passwordEmpty
  if (lengthOf(password) < limits.passwordMinLength) return errors.passwordTooShort
  return null
}

/** Why this is no e-mail address, or null when it looks like one: text, @, text, dot, text, and no spaces. */
export function emailRefusal(email: string): Refusal {
  if (email.length > limits.emailMaxLength) return errors.invalidEmail
  return /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(email) ? null : errors.invalidEmail
}
