import { useContext } from 'react'
import type { GuessedWords } from '../../../contract/guessablePassword.ts'
import { SiteContext } from '../../data/account/site.ts'

/** What the password of an account with this name must not be. @param username empty where it is not known. */
export function useGuessedWords(username: string): GuessedWords {
  const { name, origin } = useContext(SiteContext)
  return { username, siteName: name, hostname: URL.canParse(origin) ? new URL(origin).hostname : null }
}
