/** Truncates a text to `maxCharacters` code points; surrogate pairs stay whole. */
export function cut(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text
  const characters = Array.from(text)
  return characters.length <= maxCharacters ? text : characters.slice(0, maxCharacters).join('')
}

/** Length in code points, as PostgreSQL counts characters. */
export const countCharacters = (text: string): number => Array.from(text).length

/**
 * What shows nothing by itself: spaces, control characters, and those that programs ignore when they have no sign for them
 * (Default_Ignorable_Code_Point of Unicode, UAX #44); the empty Braille pattern counts as a sign there.
 */
const invisible = /[\s\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/gu

/** Number of code points that show something. */
export const countVisible = (text: string): number => countCharacters(text.replace(invisible, ''))

/** A text as people mean it: without space around it, truncated, and empty when there is nothing to see. */
export const parseText = (text: string, maxCharacters: number): string =>
  countVisible(text) === 0 ? '' : cut(text.trim(), maxCharacters)

/** Embeddings, overrides and isolates, which turn around the text that follows them (UAX #9). */
const directionControls = /[\u202a-\u202e\u2066-\u2069]/g

/** The same for a title or name, which stands among other texts and must not change their direction. */
export const parseTitle = (text: string, maxCharacters: number): string =>
  parseText(text.replace(directionControls, ''), maxCharacters)

/** Removes NUL and replaces lone surrogates, which PostgreSQL cannot store. */
export function removeUnstorable(text: string): string {
  const withoutNul = text.includes('\0') ? text.replaceAll('\0', '') : text
  return withoutNul.toWellFormed()
}
