import { domainToASCII } from 'node:url'
import { errors, type Refusal } from '../../../contract/errors.ts'
import { type GuessedWords, isGuessable } from '../../../contract/guessablePassword.ts'
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

/** The words around an account, which its password must not be. */
interface AccountWords extends Pick<GuessedWords, 'username' | 'siteName'> {
  readonly siteUrl: URL | null
}

/** Why this cannot be the password of an account, or null when it can. */
export function passwordRefusal(password: string, { siteUrl, ...words }: AccountWords): Refusal {
  if (password === '') return errors.passwordEmpty
  // In bytes, as the API promises.
  if (Buffer.byteLength(password) < limits.passwordMinLength) return errors.passwordTooShort
  if (isCommonPassword(password)) return errors.passwordCommon
  const isGuess = isGuessable(password, { ...words, hostname: siteUrl?.hostname ?? null })
  return isGuess ? errors.passwordGuessable : null
}

/** Signs that separate addresses in a header. Mail programs drop them, so that the address would be another one than we have compared. */
const separators = /[<>()[\]\\,;:"]/

/** Why someone cannot sign up with this email address (null for none), which is not confirmed yet, or null when they can. */
export const signupEmailRefusal = (email: string | null): Refusal =>
  email !== null && (email.length > limits.emailMaxLength || separators.test(email))
    ? errors.invalidEmail
    : null

/** Why this is not an email address, or null when it has the form `text@domain`, with a domain that could exist. */
export function emailRefusal(email: string): Refusal {
  if (email.length > limits.emailMaxLength || separators.test(email)) return errors.invalidEmail
  if (!/^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(email)) return errors.invalidEmail
  return domainToASCII(email.slice(email.indexOf('@') + 1)) === '' ? errors.invalidEmail : null
}

/** Why `viewer` may not see the details that only admins see of a user, or null when they may. */
export function detailsRefusal(viewer: { isAdmin: boolean } | null): Refusal {
  if (!viewer) return errors.notLoggedIn
  return viewer.isAdmin ? null : errors.notAdmin
}
