import type { Token } from 'markdown-it'
import { exceedsBounds, isLayoutBomb, parsedTextMaxLength } from './bounds.ts'
import { parser } from './parser.ts'

const codeMaxLength = 80

// In UTF-16 units; longer than any emoji sequence, such as a family with skin tones. The segmenter must see a whole
// sequence to find its end.
const graphemeMaxLength = 32

/**
 * The beginning of a text as one line of plain text, not HTML, for cards. Links become their text, images their
 * alternative text, and code blocks the beginning of their first line.
 *
 * @param maxLength in UTF-16 units, including the ellipsis of a truncated text.
 */
export function excerptOf(source: string, maxLength = 320): string {
  return cut(plainText(source, maxLength + 1), maxLength)
}

/** At least `minLength` characters of plain text, or all of it. */
function plainText(source: string, minLength: number): string {
  if (source.length > parsedTextMaxLength || isLayoutBomb(source)) return oneLine(source)
  const tokens = parser.parse(source, {})
  if (exceedsBounds(tokens)) return oneLine(source)
  let text = ''
  for (const token of tokens) {
    text = `${text} ${plainTextOf(token)}`.trim()
    if (text.length >= minLength) break
  }
  return text
}

function plainTextOf(block: Token): string {
  if (block.type === 'fence' || block.type === 'code_block') {
    const [firstLine = '', ...more] = block.content.trim().split('\n')
    const code = cut(oneLine(firstLine), codeMaxLength)
    return more.length > 0 && !code.endsWith('…') ? `${code} …` : code
  }
  if (block.type !== 'inline') return ''
  return oneLine(parser.renderer.renderInlineAsText(block.children ?? [], parser.options, {}))
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** Truncates at the end of a word, or of a grapheme when one word takes more than half of the length. */
function cut(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const available = maxLength - 1
  const wordEnd = text.lastIndexOf(' ', available)
  if (wordEnd > available / 2) return `${text.slice(0, wordEnd).replace(/[\s,;:.–—-]+$/, '')}…`
  let shortened = ''
  for (const { segment } of new Intl.Segmenter().segment(text.slice(0, maxLength + graphemeMaxLength))) {
    if (shortened.length + segment.length > available) break
    shortened += segment
  }
  return `${shortened}…`
}
