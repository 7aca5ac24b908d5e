import type { Env, MarkdownIt, StateBlock, StateInline, Token } from 'markdown-it'
import { hiddenText, spoilerTags } from '../../../contract/spoilers.ts'
import { dirAttribute } from './directions.ts'

const opening = '>!'
const closing = '!<'

/**
 * Spoilers: inline as `>!words!<`, and as a block, a quote whose first line begins with `>!`. Both can be uncovered without
 * JavaScript. An inline spoiler is a checkbox, because `details` would end the paragraph.
 */
export function hideSpoilers(markdown: MarkdownIt): void {
  markdown.inline.ruler.before('emphasis', 'spoiler', parseSpoiler)
  hideBlocks(markdown)
  const { rules } = markdown.renderer
  rules.spoiler_open = () => spoilerTags.line[0]
  rules.spoiler_close = () => spoilerTags.line[1]
  rules.spoiler_block_open = (tokens, index) =>
    spoilerTags.block[0].replace('>', `${dirAttribute(tokens[index])}>`)
  rules.spoiler_block_close = () => spoilerTags.block[1]
}

/** Inline tokens with `[spoiler]` in place of hidden words. */
export function withoutHidden(tokens: Token[]): Token[] {
  let isHidden = false
  return tokens.filter((token) => {
    if (token.type === 'spoiler_close') isHidden = false
    if (isHidden) return false
    if (token.type === 'image') token.children = withoutHidden(token.children ?? [])
    if (token.type !== 'spoiler_open') return true
    isHidden = true
    Object.assign(token, { type: 'text', content: hiddenText, nesting: 0 })
    return true
  })
}

/** States inside a spoiler: spoilers do not nest, which keeps the search linear. */
const inSpoiler = new WeakSet<Env>()
/** Where to stop searching for the end of a spoiler in each parsed line. */
const withoutEnd = new WeakMap<StateInline, number>()

function parseSpoiler(state: StateInline, silent: boolean): boolean {
  if (!state.src.startsWith(opening, state.pos) || inSpoiler.has(state.env)) return false
  if (withoutEnd.get(state) === state.posMax) return false
  const { pos: before, posMax } = state
  const start = before + opening.length
  inSpoiler.add(state.env)
  const end = endOfSpoiler(state, start)
  const isSpoiler = end !== null && state.src.slice(start, end).trim() !== ''
  if (end === null) withoutEnd.set(state, posMax)
  if (isSpoiler && !silent) {
    state.pos = start
    state.posMax = end
    state.push('spoiler_open', 'label', 1)
    state.md.inline.tokenize(state)
    state.push('spoiler_close', 'label', -1)
  }
  state.pos = isSpoiler ? end + closing.length : before
  state.posMax = posMax
  inSpoiler.delete(state.env)
  return isSpoiler
}

/** The position of `!<` outside code and links. */
function endOfSpoiler(state: StateInline, start: number): number | null {
  state.pos = start
  while (state.pos < state.posMax) {
    if (state.src.startsWith(closing, state.pos) && state.pos + 1 < state.posMax) return state.pos
    state.md.inline.skipToken(state)
  }
  return null
}

function hideBlocks(markdown: MarkdownIt): void {
  const alternatives = ['paragraph', 'reference', 'blockquote', 'list']
  const parseQuote = ruleOfQuotes(markdown.block.ruler)
  markdown.block.ruler.at(
    'blockquote',
    (state, startLine, endLine, silent) => {
      const isSpoiler = beginsSpoiler(state, startLine)
      if (isSpoiler && endsInLine(state, startLine, endLine)) return false
      // Every line of a text may come here, and the next spoiler may be many lines away.
      if (silent || !beginsQuote(state, startLine)) return parseQuote(state, startLine, endLine, silent)
      const first = state.tokens.length
      // A spoiler is not the end of a quote that someone put above it.
      const end = isSpoiler ? endLine : nextSpoiler(state, startLine + 1, endLine)
      if (isSpoiler) removeMarks(state, startLine, endLine)
      const { lineMax } = state
      if (end < endLine) state.lineMax = end
      const isQuote = parseQuote(state, startLine, end, silent)
      state.lineMax = lineMax
      if (isQuote && isSpoiler) {
        Object.assign(state.tokens[first] ?? {}, { type: 'spoiler_block_open', tag: 'details' })
        Object.assign(state.tokens.at(-1) ?? {}, { type: 'spoiler_block_close', tag: 'details' })
      }
      return isQuote
    },
    { alt: alternatives },
  )
}

/** The parser's rule for quotes. A ruler does not expose its rules by name, so it is found by disabling quotes. */
function ruleOfQuotes(ruler: MarkdownIt['block']['ruler']) {
  const rules = ruler.getRules('')
  ruler.disable('blockquote')
  const others = ruler.getRules('')
  ruler.enable('blockquote')
  const found = rules.find((rule) => !others.includes(rule))
  if (!found) throw new Error('the parser has no rule for quotes')
  return found
}

const startOf = (state: StateBlock, line: number) => (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0)
const textOf = (state: StateBlock, line: number) => state.src.slice(startOf(state, line), state.eMarks[line])
const beginsQuote = (state: StateBlock, line: number) => state.src[startOf(state, line)] === '>'
const beginsSpoiler = (state: StateBlock, line: number) =>
  state.src.startsWith(opening, startOf(state, line)) &&
  startOf(state, line) + opening.length <= (state.eMarks[line] ?? 0)

/** Whether the `>!` of a line is closed in its paragraph before another one opens, so it is inline and not a block. */
function endsInLine(state: StateBlock, startLine: number, endLine: number): boolean {
  const text = textOf(state, startLine)
  const end = text.indexOf(closing, opening.length)
  const another = text.indexOf(opening, opening.length)
  if (end !== -1 || another !== -1) return another === -1 || (end !== -1 && end < another)
  for (let line = startLine + 1; line < endLine; line += 1) {
    const text = textOf(state, line)
    if (text.trim() === '' || text.startsWith('>')) return false
    if (text.includes(closing)) return true
  }
  return false
}

/** The next line of the paragraph that begins with `>!`, or `endLine`. */
function nextSpoiler(state: StateBlock, startLine: number, endLine: number): number {
  for (let line = startLine; line < endLine && startOf(state, line) < (state.eMarks[line] ?? 0); line += 1) {
    if (beginsSpoiler(state, line)) return line
  }
  return endLine
}

/** Turns a spoiler into a quote: replaces the marks by blanks, so that positions in the text stay the same. */
function removeMarks(state: StateBlock, startLine: number, endLine: number): void {
  const from = startOf(state, startLine)
  let made = ''
  let to = from
  for (let line = startLine; line < endLine && startOf(state, line) < (state.eMarks[line] ?? 0); line += 1) {
    if (!beginsSpoiler(state, line)) continue
    const text = textOf(state, line).slice(opening.length)
    // A block whose line looks like `>! words !<` has an end mark, too.
    const inside = text.includes(opening) ? text : text.replace(/!<\s*$/, (end) => ' '.repeat(end.length))
    made += `${state.src.slice(to, startOf(state, line))}> ${inside}`
    to = startOf(state, line) + opening.length + text.length
  }
  state.src = state.src.slice(0, from) + made + state.src.slice(to)
}
