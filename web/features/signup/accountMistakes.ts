import { limits } from '../../../contract/limits.ts'

export interface NewPassword {
  readonly newPassword: string
  readonly repeatPassword: string
}

const passwordTooShortText = 'Password too short.'
export const passwordsDifferText = 'Passwords do not match.'

/** What is wrong with a new password, or undefined. Leading and trailing space is ignored, as at login. */
export function newPasswordMistakes({ newPassword, repeatPassword }: NewPassword): {
  [Field in keyof NewPassword]?: string
} {
  if (newPassword.trim().length < limits.passwordMinLength) return { newPassword: passwordTooShortText }
  return newPassword.trim() === repeatPassword.trim() ? {} : { repeatPassword: passwordsDifferText }
}

/** The word to type before an account is deleted. */
export const deletionWord = 'YES'

/** What is missing before an account can be deleted, or undefined. */
export function deletionMistakes(given: { word: string; password: string }): {
  word?: string
  password?: string
} {
  return {
    ...(given.word !== deletionWord && { word: `Type ${deletionWord} in capital letters to go on.` }),
    ...(given.password === '' && { password: 'Password empty.' }),
  }
}
