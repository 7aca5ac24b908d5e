/** A letter that is written from right to left. */
export const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

export type Direction = 'ltr' | 'rtl'

// Letters, and the marks that stand for one (UAX #9, rules P2 and P3).
const strong = /[\p{L}\u200e\u200f\u061c]/u

/** The direction of a paragraph by its first letter; null for one without any. */
export function directionOf(text: string): Direction | null {
  const first = strong.exec(text)?.[0]
  if (first === undefined) return null
  return rightToLeft.test(first) || first === '\u200f' ? 'rtl' : 'ltr'
}

/** URLs, and names of members and communities: they are Latin wherever they stand, and say nothing about a paragraph. */
const names = /(?:\b[a-z][a-z0-9+.-]{0,30}:\/\/|\bwww\.)[^\s\u2066-\u2069]+|(?<![\w/@])[@/]\w+/giu

/** The direction of a paragraph of plain text by its first letter that is not of a URL or name. */
export const directionOfPlain = (text: string): Direction | null => directionOf(text.replace(names, ''))

/**
 * A line of plain text, with its URLs and names isolated (UAX #9) if it has letters from right to left: otherwise they would decide
 * about the direction of the line, and their marks would move to the other end.
 */
export const isolateNames = (line: string): string =>
  rightToLeft.test(line) ? line.replace(names, (name) => `\u2068${name}\u2069`) : line

/**
 * A name or title as it may stand in a sentence of the interface: isolated if it has letters from right to left, so that it does not
 * change the order of the words around it. What `<bdi>` is in HTML.
 */
export const isolate = (name: string): string => (rightToLeft.test(name) ? `\u2068${name}\u2069` : name)
