import type { Token } from 'markdown-it'
import { rightToLeft } from '../../../contract/isolatedNames.ts'
import { type Direction, directionOf } from '../text/direction.ts'

/**
 * Sets the direction of each block, where it is not that of the block around it. The text as a whole is from left to right.
 *
 * A block has the direction of its first letter; bare URLs, names and code are skipped. Computed here and not by `dir="auto"`,
 * because that adds an attribute to every block of every language, and does not look into the blocks within a list
 * or quote that have the attribute themselves.
 */
export function setDirections(tokens: readonly Token[], source: string): void {
  // An entity may be such a letter, too.
  if (!rightToLeft.test(source) && !source.includes('&')) return
  const own = directionsOf(tokens)
  const around: Direction[] = ['ltr']
  tokens.forEach((token, index) => {
    const outer = around.at(-1) ?? 'ltr'
    if (token.type === 'inline') setDirectionsInLine(token, outer)
    if (isCode(token)) {
      if (outer === 'rtl') token.attrSet('dir', 'ltr')
    } else if (token.nesting > 0) {
      const inner = own[index] ?? outer
      if (inner !== outer && !token.hidden) token.attrSet('dir', inner)
      around.push(inner)
    } else if (token.nesting < 0) around.pop()
  })
}

const isCode = ({ type }: Token) => type === 'fence' || type === 'code_block'
/** Parts of a table that have the direction of the table. */
const isPart = ({ type }: Token) => /^(?:thead|tbody|tr)_open$/.test(type)

/** The direction of the first letter in each block, by the index of its first token. */
function directionsOf(tokens: readonly Token[]): (Direction | null)[] {
  const found: (Direction | null)[] = []
  const open: number[] = []
  tokens.forEach((token, index) => {
    if (token.nesting > 0) open.push(index)
    else if (token.nesting < 0) open.pop()
    else if (token.type === 'inline') {
      const direction = directionOf(wordsOf(token.children ?? []))
      if (direction) for (const block of open) if (!isPart(tokens[block] ?? token)) found[block] ??= direction
    }
  })
  return found
}

/** The text of a line without what is Latin in every language. */
function wordsOf(children: readonly Token[]): string {
  let words = ''
  let isSkipped = false
  for (const token of children) {
    if (token.type === 'link_open') isSkipped = token.info === 'auto'
    else if (token.type === 'link_close') isSkipped = false
    else if (token.type === 'text' && !isSkipped) words += token.content
  }
  return words
}

/** Isolates links and code among words from right to left. */
function setDirectionsInLine(line: Token, outer: Direction): void {
  const children = line.children ?? []
  if (outer === 'ltr' && !children.some(({ content }) => rightToLeft.test(content))) return
  children.forEach((token, index) => {
    if (token.type === 'code_inline') token.attrSet('dir', 'ltr')
    if (token.type !== 'link_open') return
    const end = children.findIndex(({ type }, place) => place > index && type === 'link_close')
    const text = children.slice(index + 1, end).map(({ content }) => content)
    token.attrSet('dir', (token.info === 'auto' ? 'ltr' : directionOf(text.join(''))) ?? outer)
  })
}

/** The attribute of a block whose HTML is written by a rule of ours. */
export const dirAttribute = (token: Token | undefined): string => {
  const direction = token?.attrGet('dir')
  return direction ? ` dir="${direction}"` : ''
}
