import { type GuessedWords, isGuessable } from '../../../contract/guessablePassword.ts'
import { limits } from '../../../contract/limits.ts'
import { t } from '../../../contract/texts/t.ts'

export interface NewPassword {
  readonly newPassword: string
  readonly repeatPassword: string
}

export const passwordsDifferText = (): string => t('Passwords do not match.')

/** For a password that is the name of the member or of the site. */
export const guessableText = (): string =>
  t("A password can't be your username or the name of this site. Choose another one.")

/** For a password that the server refused although it is long enough and not guessable from the names around it. */
export const commonPasswordText = (): string => t('That password is too common. Choose another one.')

/** What is wrong with a new password, or undefined. Leading and trailing space is ignored, as at login. */
export function newPasswordMistakes(
  { newPassword, repeatPassword }: NewPassword,
  words: GuessedWords,
): { [Field in keyof NewPassword]?: string } {
  if (newPassword.trim().length < limits.passwordMinLength) return { newPassword: t('Password too short.') }
  if (isGuessable(newPassword, words)) return { newPassword: guessableText() }
  return newPassword.trim() === repeatPassword.trim() ? {} : { repeatPassword: passwordsDifferText() }
}

/** The word to type before an account is deleted. */
export const deletionWord = 'YES'

/** What is missing before an account can be deleted, or undefined. */
export function deletionMistakes(given: { word: string; password: string }): {
  word?: string
  password?: string
} {
  return {
    ...(given.word !== deletionWord && {
      word: t('Type {word} in capital letters to continue.', { word: deletionWord }),
    }),
    ...(given.password === '' && { password: t('Password empty.') }),
  }
}
