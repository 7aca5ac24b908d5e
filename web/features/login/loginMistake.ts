import { t } from '../../../contract/texts/t.ts'

/** What is missing in a login form, or null. */
export function loginMistake({ username, password }: { username: string; password: string }): string | null {
  if (!username && !password) return t('Username and password empty.')
  if (!username) return t('Username empty.')
  if (!password) return t('Password empty.')
  return null
}
