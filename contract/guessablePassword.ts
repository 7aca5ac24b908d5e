/** What a guess at the password of an account begins with. */
export interface GuessedWords {
  readonly username: string
  readonly siteName: string
  /** The hostname of the site; null where it is not known. */
  readonly hostname: string | null
}

/** The letters of a text in lower case: those of `Folk-Moot 2026!` are `folkmoot`. */
const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}]/gu, '')

/** Whether a password is one of these words with digits and signs: the names of the member, the site, its host and the program. */
export function isGuessable(password: string, { username, siteName, hostname }: GuessedWords): boolean {
  const letters = lettersOf(password)
  if (letters === '') return false
  const hosts = hostname === null ? [] : [hostname, ...hostname.split('.')]
  return [username, siteName, ...hosts, 'folkmoot', 'admin', 'password'].some(
    (word) => lettersOf(word) === letters,
  )
}
