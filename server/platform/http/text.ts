/** Truncates a text to `maxCharacters` code points; surrogate pairs stay whole. */
export function cut(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text
  const characters = Array.from(text)
  return characters.length <= maxCharacters ? text : characters.slice(0, maxCharacters).join('')
}

const graphemes = new Intl.Segmenter()
/** Longer ones are cut: emoji of families have eleven code units. */
const graphemeMaxLength = 64

/** Truncates a text to at most `maxCharacters` code points at the end of what its readers see as one character. */
export function cutGraphemes(text: string, maxCharacters: number): string {
  const { length } = cut(text, maxCharacters)
  if (length === text.length) return text
  let end = 0
  for (const { index, segment } of graphemes.segment(text.slice(0, length + graphemeMaxLength))) {
    if (index + segment.length > length) break
    end = index + segment.length
  }
  return text.slice(0, end > length - graphemeMaxLength ? end : length)
}

/** Length in code points, as PostgreSQL counts characters. */
export const countCharacters = (text: string): number => Array.from(text).length

/**
 * Characters that show nothing, but count as letters or symbols, so that marks would seem to combine with them: fillers of Hangul, blanks,
 * and a placeholder for an object.
 */
const blank = /[\u115f\u1160\u2800\u3164\uffa0\ufffc\u{1d159}\u{13441}\u{13442}]/gu
/** Combining marks that have nothing to combine with. */
const looseMarks = /(?<![\p{L}\p{M}\p{N}\p{P}\p{S}])\p{M}+/gu
/** Spaces, control characters, and default-ignorable code points (Unicode UAX #44). */
const invisible = /[\s\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/gu

/** The number of visible code points. */
export const countVisible = (text: string): number =>
  countCharacters(text.replace(blank, ' ').replace(looseMarks, '').replace(invisible, ''))

/** The empty lines at the beginning, without the indentation of the first line that is not empty (CommonMark, section 4.4). */
const emptyLines = /^(?:[ \t]*(?:\r\n?|\n))+/

/**
 * A text of several lines, truncated, without empty lines at its beginning and white space at its end; empty when nothing in it is
 * visible.
 */
export const parseText = (text: string, maxCharacters: number): string =>
  countVisible(text) === 0 ? '' : cutGraphemes(text.replace(emptyLines, '').trimEnd(), maxCharacters)

/** Embeddings, overrides and isolates, which change the direction of the text after them (UAX #9). */
const directionControls = /[\u202a-\u202e\u2066-\u2069]/g
/** Line breaks, tabs and other control characters. */
const controls = /[\p{Cc}\u2028\u2029]+/gu

/**
 * A title, name or other text of one line, trimmed and truncated; empty when nothing in it is visible. Line breaks, tabs and other
 * control characters become a space. It must not change the direction of the texts around it.
 */
export const parseTitle = (text: string, maxCharacters: number): string =>
  parseText(text.replace(directionControls, '').replace(controls, ' ').trim(), maxCharacters)

/** Whether PostgreSQL can store a text: without NUL and lone surrogates. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()
