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

/** What the server says about a refusal that its reader can act on, or that has a text; a general text otherwise. */
export function refusalText(error: unknown): string {
  const refusal = refusalOf(error)
  if (!refusal) return failureText(error)
  return isTheirs(error) ? messageText(refusal.message) : (errorText(refusal.message) ?? failureText(error))
}

/**
 * Why an action was refused; the server's own message when a role does not allow it, or someone was quicker; null when
 * the general message or a dialog fits.
 *
 * @param texts which fit the action better than the usual ones, by code.
 */
export function actionRefusalText(
  error: unknown,
  texts: Readonly<Record<string, string>> = {},
): string | null {
  const refusal = refusalOf(error)
  if (!refusal || refusal.code === 'agreement-needed') return null
  const { code, status, message } = refusal
  return texts[code] ?? (status === 403 || status === 409 ? messageText(message) : errorText(message))
}

/** Whether a refusal says what its reader can do otherwise. */
export const isTheirs = (error: unknown): boolean =>
  [400, 403, 404, 409].includes(refusalOf(error)?.status ?? 0)
