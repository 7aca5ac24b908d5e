/** Cuts a text to so many characters (code points, so that no emoji is torn apart). */
export function cut(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text
  const characters = Array.from(text)
  return characters.length <= maxCharacters ? text : characters.slice(0, maxCharacters).join('')
}

/** Length in characters, that is code points. */
export const lengthOf = (text: string): number => Array.from(text).length

/** PostgreSQL stores no NUL and no half of a surrogate pair; they carry no meaning in text either. */
export function storable(text: string): string {
  const withoutNul = text.includes('\0') ? text.replaceAll('\0', '') : text
  return withoutNul.toWellFormed()
}
