/** Truncates a text to `maxCharacters` code points; surrogate pairs stay whole. */
export function cut(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text
  const characters = Array.from(text)
  return characters.length <= maxCharacters ? text : characters.slice(0, maxCharacters).join('')
}

/** Length in code points, as PostgreSQL counts characters. */
export const countCharacters = (text: string): number => Array.from(text).length

/**
 * Invisible characters: spaces, control characters, and default-ignorable code points (Unicode UAX #44); also the empty Braille
 * pattern, which Unicode does not count among them.
 */
const invisible = /[\s\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/gu

/** The number of visible code points. */
export const countVisible = (text: string): number => countCharacters(text.replace(invisible, ''))

/** A text trimmed and truncated; empty when nothing in it is visible. */
export const parseText = (text: string, maxCharacters: number): string =>
  countVisible(text) === 0 ? '' : cut(text.trim(), maxCharacters)

/** Embeddings, overrides and isolates, which change the direction of the text after them (UAX #9). */
const directionControls = /[\u202a-\u202e\u2066-\u2069]/g

/** The same for a title or name, which must not change the direction of the texts around it. */
export const parseTitle = (text: string, maxCharacters: number): string =>
  parseText(text.replace(directionControls, ''), maxCharacters)

/** Whether PostgreSQL can store a text: without NUL and lone surrogates. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()
