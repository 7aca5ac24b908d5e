/**
 * Where an address ends that was found in running text, as its length: punctuation behind it belongs to the sentence,
 * a parenthesis it did not open to whoever did, and what looks like an entity, `&copy;`, is one.
 * Looks at every character a bounded number of times.
 *
 * @see https://github.github.com/gfm/#extended-autolink-path-validation
 */
export function endOfAddress(address: string): number {
  let end = address.length
  let unopened = address.split(')').length - address.split('(').length
  for (;;) {
    const last = end - 1
    const character = address[last] ?? ''
    if (character === ';') end = startOfEntity(address, last) ?? last
    else if (character === ')' && unopened > 0) [end, unopened] = [last, unopened - 1]
    else if (/[?!.,:*_~]/.test(character)) end = last
    else return end
  }
}

/** Where the entity begins that ends with the semicolon at `semicolon`, or null when there is none. */
function startOfEntity(address: string, semicolon: number): number | null {
  let start = semicolon - 1
  while (/[a-z0-9]/i.test(address[start] ?? '')) start -= 1
  return address[start] === '&' && start < semicolon - 1 ? start : null
}
