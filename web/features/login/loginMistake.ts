/** What is missing in a login form, or null. */
export function loginMistake({ username, password }: { username: string; password: string }): string | null {
  if (!username && !password) return 'Username and password empty.'
  if (!username) return 'Username empty.'
  if (!password) return 'Password empty.'
  return null
}
