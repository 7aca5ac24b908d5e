import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it'

const attribute = `\\s+[a-z_:][\\w:.-]*(?:\\s*=\\s*(?:[^"'=<>\`\\s]+|'[^']*'|"[^"]*"))?`
const tag = new RegExp(`<[a-z][a-z0-9-]*(?:${attribute})*\\s*/?>|</[a-z][a-z0-9-]*\\s*>`, 'iy')

/** Comments, CDATA, processing instructions and declarations: opening and closing delimiter. */
const nonElements = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
  ['<!', '>'],
] as const

const lineBreak = /^<br\b/i
/** Elements that begin a line of their own, or a cell. */
const block =
  /^<\/?(?:address|article|aside|blockquote|center|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|li|main|nav|ol|p|pre|section|summary|table|tbody|td|tfoot|th|thead|tr|ul)\b/i

/**
 * Removes raw HTML: drops tags and comments, and keeps the text between tags as Markdown. Raw HTML never becomes a
 * token, so no later step can let it through. Words that a `<br>` or `</p>` separates stay separated: by a line break or a blank.
 *
 * @see https://spec.commonmark.org/0.31.2/#raw-html for the definition of a tag
 */
export function skipRawHtml(markdown: MarkdownIt): void {
  markdown.inline.ruler.at('html_inline', skipInlineHtml)
  markdown.block.ruler.at('html_block', skipCommentBlock, { alt: ['paragraph', 'reference', 'blockquote'] })
}

function skipInlineHtml(state: StateInline, silent: boolean): boolean {
  if (state.src[state.pos] !== '<') return false
  const end = tagEnd(state) ?? nonElementEnd(state)
  if (end === null || end > state.posMax) return false
  if (!silent) separate(state, state.src.slice(state.pos, Math.min(end, state.pos + 12)), end)
  state.pos = end
  return true
}

/** Adds a line break for `<br>`, and a blank for other elements between words. */
function separate(state: StateInline, tag: string, end: number): void {
  const isAfterText = state.pending === '' ? state.tokens.length > 0 : /\S$/.test(state.pending)
  if (lineBreak.test(tag)) state.push('hardbreak', 'br', 0)
  else if (block.test(tag) && isAfterText && end < state.posMax && /[^\s<]/.test(state.src[end] ?? ''))
    state.push('softbreak', 'br', 0)
}

function tagEnd(state: StateInline): number | null {
  tag.lastIndex = state.pos
  return tag.test(state.src) ? tag.lastIndex : null
}

function nonElementEnd(state: StateInline): number | null {
  const delimiters = nonElements.find(([opening]) => state.src.startsWith(opening, state.pos))
  if (!delimiters) return null
  const [opening, closing] = delimiters
  if (opening === '<!' && !/[a-z]/i.test(state.src[state.pos + 2] ?? '')) return null
  const end = findClosing(state, closing, state.pos + opening.length)
  return end < 0 ? null : end + closing.length
}

/** Unlike paragraphs, comments may contain empty lines. Only blanks may follow on the last line. */
function skipCommentBlock(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const start = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0)
  if ((state.sCount[startLine] ?? 0) - state.blkIndent >= 4 || !state.src.startsWith('<!--', start))
    return false
  const end = findClosing(state, '-->', start + 4)
  if (end < 0 || end > (state.eMarks[endLine - 1] ?? 0)) return false
  if (!/-->[ \t]*(?:\n|$)/y.test(state.src.slice(end, state.src.indexOf('\n', end) + 1 || undefined)))
    return false
  if (silent) return true
  state.line = startLine + 1
  while ((state.eMarks[state.line - 1] ?? 0) < end) state.line += 1
  return true
}

type Search = { from: number; found: number }
const searches = new WeakMap<object, Map<string, Search>>()

/**
 * The next index of `closing` in the text of `state`, or -1. Caches the last result: otherwise a text of thousands of
 * opening delimiters would be scanned to its end for each of them.
 */
function findClosing(state: StateInline | StateBlock, closing: string, from: number): number {
  const known = searches.get(state) ?? new Map<string, Search>()
  searches.set(state, known)
  const last = known.get(closing)
  if (last && from >= last.from && (last.found < 0 || last.found >= from)) return last.found
  const found = state.src.indexOf(closing, from)
  known.set(closing, { from, found })
  return found
}
