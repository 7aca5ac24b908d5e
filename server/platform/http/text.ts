/** Truncates a text to `maxCharacters` code points; surrogate pairs stay whole. */
export function cut(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text
  const characters = Array.from(text)
  return characters.length <= maxCharacters ? text : characters.slice(0, maxCharacters).join('')
}

/** Length in code points, as PostgreSQL counts characters. */
export const countCharacters = (text: string): number => Array.from(text).length

/** Removes NUL and replaces lone surrogates, which PostgreSQL cannot store. */
export function removeUnstorable(text: string): string {
  const withoutNul = text.includes('\0') ? text.replaceAll('\0', '') : text
  return withoutNul.toWellFormed()
}
