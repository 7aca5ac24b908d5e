import { type GuessedWords, isGuessable } from '../../../contract/guessablePassword.ts'
import { limits } from '../../../contract/limits.ts'
import { t } from '../../../contract/texts/t.ts'
import { commonPasswordText, guessableText } from './accountMistakes.ts'

/** The sign-up form requires one character more than the server (docs/spec/accounts.md). */
export const usernameFormMinLength = 4

export interface SignupFields {
  username: string
  email: string
  password: string
  repeatPassword: string
}

/** What a sign-up depends on. */
export interface SignupSite extends Omit<GuessedWords, 'username'> {
  readonly emailNeeded: boolean
}

export type SignupMistakes = { [Field in keyof SignupFields]?: string }

/** What is wrong with each field of a sign-up form; empty when nothing is. */
export function signupMistakes(fields: SignupFields, site: SignupSite): SignupMistakes {
  return withoutAbsent({
    username: usernameMistake(fields.username),
    email: site.emailNeeded && fields.email === '' ? emptyEmailText() : emailMistake(fields.email),
    password: passwordMistake(fields, site),
    repeatPassword: repeatMistake(fields),
  })
}

/** What is wrong with a field that was filled in and left; nothing with one that was left empty. */
export const mistakeWhenLeft = (
  name: keyof SignupFields,
  fields: SignupFields,
  site: SignupSite,
): string | undefined => (fields[name] === '' ? undefined : signupMistakes(fields, site)[name])

/** The field that a refusal of the server is about, and why; null for other refusals. */
export function mistakeOfRefusal(code: string, { username }: SignupFields): SignupMistakes | null {
  switch (code) {
    case 'user_exists':
      return { username: takenText(username) }
    // The form accepts no other names that the server refuses.
    case 'invalid-username':
      return { username: t('This username is reserved. Choose another one.') }
    case 'email-needed':
      return { email: emptyEmailText() }
    case 'invalid-email':
      return { email: invalidEmailText() }
    case 'mail-domain-refused':
      return { email: t("This site doesn't accept email addresses from that domain.") }
    // The form finds all others before it is sent.
    case 'invalid-password':
      return { password: commonPasswordText() }
    default:
      return null
  }
}

export const takenText = (username: string): string => t('{username} is already taken.', { username })

const emptyEmailText = () => t('Email cannot be empty.')
const invalidEmailText = () => t('Enter a valid email address.')

/** The mistakes in a name that can be found without asking the server whether it is free. */
export function usernameMistake(username: string): string | undefined {
  if (username === '') return t('Username cannot be empty.')
  if (username.length < usernameFormMinLength) return t('Username too short.')
  return undefined
}

function emailMistake(email: string): string | undefined {
  return email === '' || /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(email) ? undefined : invalidEmailText()
}

function passwordMistake(
  { username, password }: SignupFields,
  site: Omit<GuessedWords, 'username'>,
): string | undefined {
  if (password === '') return t('Password cannot be empty.')
  if (password.length < limits.passwordMinLength) return t('Password too weak.')
  return isGuessable(password, { ...site, username }) ? guessableText() : undefined
}

function repeatMistake({ password, repeatPassword }: SignupFields): string | undefined {
  if (repeatPassword === '') return t('Repeat password cannot be empty.')
  if (repeatPassword !== password) return t('Passwords do not match.')
  return undefined
}

const withoutAbsent = (mistakes: { [Field in keyof SignupFields]: string | undefined }): SignupMistakes =>
  Object.fromEntries(Object.entries(mistakes).filter(([, mistake]) => mistake !== undefined))
