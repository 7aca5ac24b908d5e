import { names, rightToLeft } from '../../../contract/isolatedNames.ts'
import { directionOfLanguage } from '../../../contract/languages.ts'
import { currentLanguage } from '../../../contract/texts/language.ts'

export type Direction = 'ltr' | 'rtl'

// Letters, and the marks that stand for one (UAX #9, rules P2 and P3).
const strong = /[\p{L}\u200e\u200f\u061c]/u

/** The direction of a paragraph by its first letter; null for one without any. */
export function directionOf(text: string): Direction | null {
  const first = strong.exec(text)?.[0]
  if (first === undefined) return null
  return rightToLeft.test(first) || first === '\u200f' ? 'rtl' : 'ltr'
}

/** The direction of a paragraph of plain text by its first letter that is not of a URL or name. */
export const directionOfPlain = (text: string): Direction | null => directionOf(text.replace(names, ''))

/**
 * A line of plain text, with its URLs and names isolated (UAX #9) if it has letters from right to left: otherwise they would decide
 * about the direction of the line, and their marks would move to the other end.
 */
export const isolateNames = (line: string): string =>
  rightToLeft.test(line) ? line.replace(names, (name) => `\u2068${name}\u2069`) : line

/**
 * A name or title for a sentence of the interface. It is isolated if it, or the language of the interface, is written from right to
 * left, so that neither changes the order of the other's words. What `<bdi>` is in HTML.
 */
export const isolate = (name: string): string =>
  rightToLeft.test(name) || directionOfLanguage(currentLanguage()) === 'rtl' ? `\u2068${name}\u2069` : name

/** The attributes of `<html>` for texts in the current language. */
export const languageAttributes = (): string => {
  const language = currentLanguage()
  return directionOfLanguage(language) === 'rtl' ? `lang="${language}" dir="rtl"` : `lang="${language}"`
}
