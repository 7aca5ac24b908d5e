import { errorText } from '../../../contract/errorTexts.ts'
import { currentLanguage } from '../../../contract/texts/language.ts'
import { refusalOf } from '../../data/failure.ts'
import { failureText } from './failureText.ts'

const leftToRight = '\u2066'
const end = '\u2069'

/** A message of the API in the language of the page. One without a translation is in English, and keeps its direction. */
export function messageText(message: string): string {
  const text = errorText(message)
  if (text !== null) return text
  return currentLanguage() === 'en' ? message : leftToRight + message + end
}

/** What the server says about a refusal that its reader can act on; a general text otherwise. */
export function refusalText(error: unknown): string {
  const refusal = refusalOf(error)
  return isTheirs(error) && refusal ? messageText(refusal.message) : failureText(error)
}

/** Whether a refusal says what its reader can do otherwise. */
export const isTheirs = (error: unknown): boolean =>
  [400, 403, 404, 409].includes(refusalOf(error)?.status ?? 0)
