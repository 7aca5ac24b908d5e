import { domainToASCII } from 'node:url'
import { errors, type Refusal } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import list from './commonPasswords.txt?raw'

/**
 * The ten thousand most common passwords of eight characters or more, in lower case: what is tried first on every account.
 * From the package @zxcvbn-ts/language-common 3.0.4 (MIT license, (c) Dan Wheeler, Dropbox and contributors), which took
 * them from leaked passwords. A copy, because the package has five times as much, and such lists hardly change.
 */
const commonPasswords = new Set(list.trim().split('\n'))

/** Whether this is one of the most common passwords, ignoring case. */
const isCommonPassword = (password: string): boolean => commonPasswords.has(password.toLowerCase())

/** Why no account can have this name, or null when it is well formed. It may still be taken. */
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
  // In bytes, as the API promises.
  if (Buffer.byteLength(password) < limits.passwordMinLength) return errors.passwordTooShort
  return isCommonPassword(password) ? errors.passwordCommon : null
}

/**
 * Why this is not an e-mail address, or null when it has the form `text@domain`, with a domain that could exist. Signs that separate
 * addresses in a header are refused, because mail programs drop them: the address would be another one than we have compared.
 */
export function emailRefusal(email: string): Refusal {
  if (email.length > limits.emailMaxLength) return errors.invalidEmail
  if (!/^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+\.[^\s@<>()[\]\\,;:".]+$/.test(email))
    return errors.invalidEmail
  return domainToASCII(email.slice(email.indexOf('@') + 1)) === '' ? errors.invalidEmail : null
}

/** Why `viewer` may not see the details that only admins see of a user, or null when they may. */
export function detailsRefusal(viewer: { isAdmin: boolean } | null): Refusal {
  if (!viewer) return errors.notLoggedIn
  return viewer.isAdmin ? null : errors.notAdmin
}
