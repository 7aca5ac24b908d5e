import { limits } from '../../../contract/limits.ts'
import { t } from '../../../contract/texts/t.ts'

/** The sign-up form requires one character more than the server (docs/spec/accounts.md). */
export const usernameFormMinLength = 4

export interface SignupFields {
  username: string
  email: string
  password: string
  repeatPassword: string
}

export type SignupMistakes = { [Field in keyof SignupFields]?: string }

/** What is wrong with each field of a sign-up form; empty when nothing is. */
export function signupMistakes(
  fields: SignupFields,
  { emailNeeded }: { emailNeeded: boolean },
): SignupMistakes {
  return withoutAbsent({
    username: usernameMistake(fields.username),
    email: emailNeeded && fields.email === '' ? t('Email cannot be empty.') : emailMistake(fields.email),
    password: passwordMistake(fields.password),
    repeatPassword: repeatMistake(fields),
  })
}

/** The mistakes in a name that can be found without asking the server whether it is free. */
export function usernameMistake(username: string): string | undefined {
  if (username === '') return t('Username cannot be empty.')
  if (username.length < usernameFormMinLength) return t('Username too short.')
  return undefined
}

function emailMistake(email: string): string | undefined {
  return email === '' || /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(email)
    ? undefined
    : t('Enter a valid email address.')
}

function passwordMistake(password: string): string | undefined {
  if (password === '') return t('Password cannot be empty.')
  if (password.length < limits.passwordMinLength) return t('Password too weak.')
  return undefined
}

function repeatMistake({ password, repeatPassword }: SignupFields): string | undefined {
  if (repeatPassword === '') return t('Repeat password cannot be empty.')
  if (repeatPassword !== password) return t('Passwords do not match.')
  return undefined
}

const withoutAbsent = (mistakes: { [Field in keyof SignupFields]: string | undefined }): SignupMistakes =>
  Object.fromEntries(Object.entries(mistakes).filter(([, mistake]) => mistake !== undefined))
