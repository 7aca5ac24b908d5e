/** Length as people and the server count it: an emoji outside the basic plane is one character. */
export function textLength(text: string): number {
  let length = 0
  for (const _character of text) length += 1
  return length
}

/**
 * The accepted part of a typed or pasted text.
 *
 * @param rules.limitedText drops everything but 0-9, a-z, A-Z and underscore.
 * @param rules.maxLength cuts off what is beyond, in characters.
 */
export function acceptText(
  text: string,
  { limitedText, maxLength }: { limitedText?: boolean | undefined; maxLength?: number | undefined },
): string {
  const allowed = limitedText ? text.replace(/[^0-9a-zA-Z_]/g, '') : text
  if (maxLength === undefined || allowed.length <= maxLength) return allowed
  return [...allowed].slice(0, maxLength).join('')
}
