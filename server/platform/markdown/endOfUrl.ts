/**
 * The length of a bare URL in running text: trailing punctuation belongs to the sentence, and so does a closing
 * parenthesis that the URL did not open; `&copy;` at the end is an entity. Linear in the length.
 *
 * @see https://github.github.com/gfm/#extended-autolink-path-validation
 */
export function endOfUrl(url: string): number {
  let end = url.length
  let unopened = url.split(')').length - url.split('(').length
  for (;;) {
    const last = end - 1
    const character = url[last] ?? ''
    if (character === ';') end = startOfEntity(url, last) ?? last
    else if (character === ')' && unopened > 0) [end, unopened] = [last, unopened - 1]
    else if (/[?!.,:*_~]/.test(character)) end = last
    else return end
  }
}

/** The index at which the entity that ends at `semicolon` begins, or null when there is none. */
function startOfEntity(url: string, semicolon: number): number | null {
  let start = semicolon - 1
  while (/[a-z0-9]/i.test(url[start] ?? '')) start -= 1
  return url[start] === '&' && start < semicolon - 1 ? start : null
}
