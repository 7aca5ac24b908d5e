import type { Token } from 'markdown-it'
import { hiddenText } from '../../../contract/spoilers.ts'
import { isolateNames } from '../text/direction.ts'
import { exceedsBounds, isLayoutBomb, parsedTextMaxLength } from './bounds.ts'
import { parser } from './parser.ts'
import { withoutHidden } from './spoilers.ts'

const codeMaxLength = 80
// How much longer the considered source is, because blanks and spoilers become shorter.
const unparsedFactor = 10

// In UTF-16 units; longer than any emoji sequence, such as a family with skin tones. The segmenter must see a whole
// sequence to find its end.
const graphemeMaxLength = 32

const isolated = (text: string): string => text.split('\n').map(isolateNames).join('\n')

/**
 * The beginning of a text as plain text, not HTML, for cards: a line for each paragraph, heading and item of a list, which begins
 * with its bullet or number, without tables and code, unless there is nothing else. Links become their text, images their alternative text. What a spoiler hides stays hidden.
 * In lines with words from right to left, invisible characters keep names and URLs apart from them (UAX #9).
 *
 * @param maxLength in UTF-16 units, including the ellipsis of a truncated text.
 */
export function excerptOf(source: string, maxLength = 320): string {
  const text = plainText(source, maxLength + 1)
  const excerpt = isolated(cut(text, maxLength))
  if (excerpt.length <= maxLength) return excerpt
  const added = excerpt.length - cut(text, maxLength).length
  return isolated(cut(text, Math.max(1, maxLength - added)))
}

/** At least `minLength` characters of plain text, or all of it. */
function plainText(source: string, minLength: number): string {
  if (source.length > parsedTextMaxLength || isLayoutBomb(source)) return unparsed(source, minLength)
  const tokens = parser.parse(source, {})
  if (exceedsBounds(tokens)) return unparsed(source, minLength)
  let [text, skipped] = ['', '']
  let tables = 0
  let spoilers = 0
  const markers = listMarkers()
  const addLine = (line: string) => {
    text = `${text}\n${markers.take()}${line}`
  }
  for (const token of tokens) {
    markers.see(token)
    if (token.type === 'spoiler_block_open' && spoilers === 0) addLine(hiddenText)
    if (/^(?:table|spoiler_block)_(?:open|close)$/.test(token.type)) {
      if (token.tag === 'table') tables += token.nesting
      else spoilers += token.nesting
    }
    if (spoilers > 0) continue
    if (tables > 0 || isCode(token)) {
      if (skipped.length < minLength) skipped = `${skipped} ${plainTextOf(token)}`
    } else {
      const line = plainTextOf(token)
      if (line !== '') addLine(line)
    }
    if (text.length > minLength || token.type === 'footnotes_open') break
  }
  return text.trim() || oneLine(skipped)
}

/** Bullets and numbers of the items of lists, each for the first line of its item. */
function listMarkers() {
  // The number of the next item for each list that is open; null for bullets.
  const lists: (number | null)[] = []
  let marker = ''
  return {
    see(token: Token) {
      const { type } = token
      if (type === 'bullet_list_open') lists.push(null)
      else if (type === 'ordered_list_open') lists.push(Number(token.attrGet('start') ?? 1))
      else if (/^(?:bullet|ordered)_list_close$/.test(type)) lists.pop()
      else if (type === 'list_item_open') {
        const number = lists.pop() ?? null
        marker = number === null ? '• ' : `${number}. `
        lists.push(number === null ? null : number + 1)
      } else if (type === 'list_item_close') marker = ''
    },
    take(): string {
      const taken = marker
      marker = ''
      return taken
    },
  }
}

/** The excerpt of a text that is not parsed, in one line. Spoilers are found by their marks alone. */
function unparsed(source: string, minLength: number): string {
  const visible = source
    .slice(0, unparsedFactor * minLength)
    .replace(/>!.*?!</gs, hiddenText)
    .replace(/^[\s>]*>!.*$/gm, hiddenText)
    .replace(/>!.*/s, hiddenText)
  return oneLine(visible)
}

const isCode = ({ type }: Token) => type === 'fence' || type === 'code_block'

function plainTextOf(block: Token): string {
  if (isCode(block)) {
    const [firstLine = '', ...more] = block.content.trim().split('\n')
    const code = cut(oneLine(firstLine), codeMaxLength)
    return more.length > 0 && !code.endsWith('…') ? `${code} …` : code
  }
  if (block.type !== 'inline') return ''
  const shown = withoutHidden(block.children ?? [])
  return oneLine(parser.renderer.renderInlineAsText(shown, parser.options, {}))
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** Truncates at the end of a word, or of a grapheme when one word takes more than half of the length. */
function cut(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const available = maxLength - 1
  const wordEnd = Math.max(text.lastIndexOf(' ', available), text.lastIndexOf('\n', available))
  if (wordEnd > available / 2) return `${text.slice(0, wordEnd).replace(/[\s,;:.–—-]+$/, '')}…`
  let shortened = ''
  for (const { segment } of new Intl.Segmenter().segment(text.slice(0, maxLength + graphemeMaxLength))) {
    if (shortened.length + segment.length > available) break
    shortened += segment
  }
  return `${shortened}…`
}
