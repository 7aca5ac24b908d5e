import type { Token } from 'markdown-it'
import { exceedsBounds, isLayoutBomb, longestParsedText } from './bounds.ts'
import { parser } from './parser.ts'

const longestCodeExcerpt = 80

// In UTF-16 units; enough for a family, with skin tones. Without the rest of a character its middle looks like its end.
const longestCharacter = 32

/**
 * The beginning of a text without any markup, for cards in lists: one line of plain text, not HTML.
 * Links become their text, images their alternative text, and of each block of code a glimpse of its first line stays.
 *
 * @param maxLength at most this many UTF-16 units, the ellipsis of a cut text included.
 */
export function excerptOf(source: string, maxLength = 320): string {
  return cut(plainText(source, maxLength + 1), maxLength)
}

/** At least `enough` characters of the text's words, or all of them. */
function plainText(source: string, enough: number): string {
  if (source.length > longestParsedText || isLayoutBomb(source)) return oneLine(source)
  const tokens = parser.parse(source, {})
  if (exceedsBounds(tokens)) return oneLine(source)
  let text = ''
  for (const token of tokens) {
    text = `${text} ${wordsOf(token)}`.trim()
    if (text.length >= enough) break
  }
  return text
}

function wordsOf(block: Token): string {
  if (block.type === 'fence' || block.type === 'code_block') {
    const [firstLine = '', ...more] = block.content.trim().split('\n')
    const glimpse = cut(oneLine(firstLine), longestCodeExcerpt)
    return more.length > 0 && !glimpse.endsWith('…') ? `${glimpse} …` : glimpse
  }
  if (block.type !== 'inline') return ''
  return oneLine(parser.renderer.renderInlineAsText(block.children ?? [], parser.options, {}))
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** Shortens after a whole word, or inside the only one, between characters as people see them. */
function cut(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const room = maxLength - 1
  const wordEnd = text.lastIndexOf(' ', room)
  if (wordEnd > room / 2) return `${text.slice(0, wordEnd).replace(/[\s,;:.–—-]+$/, '')}…`
  let shortened = ''
  for (const { segment } of new Intl.Segmenter().segment(text.slice(0, maxLength + longestCharacter))) {
    if (shortened.length + segment.length > room) break
    shortened += segment
  }
  return `${shortened}…`
}
