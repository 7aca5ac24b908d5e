import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it'

const attribute = `\\s+[a-z_:][\\w:.-]*(?:\\s*=\\s*(?:[^"'=<>\`\\s]+|'[^']*'|"[^"]*"))?`
const tag = new RegExp(`<[a-z][a-z0-9-]*(?:${attribute})*\\s*/?>|</[a-z][a-z0-9-]*\\s*>`, 'iy')

/** What is no tag but no text either: how it starts and how it ends. */
const asides = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
  ['<!', '>'],
] as const

/**
 * Skips raw HTML: tags and comments vanish, the text between tags stays and is formatted like any other.
 * Nothing of it ever becomes a token, so no later step can let it through.
 *
 * @see https://spec.commonmark.org/0.31.2/#raw-html, which says what a tag is
 */
export function skipRawHtml(markdown: MarkdownIt): void {
  markdown.inline.ruler.at('html_inline', skipInlineHtml)
  markdown.block.ruler.at('html_block', skipCommentBlock, { alt: ['paragraph', 'reference', 'blockquote'] })
}

function skipInlineHtml(state: StateInline): boolean {
  if (state.src[state.pos] !== '<') return false
  const end = tagEnd(state) ?? asideEnd(state)
  if (end === null || end > state.posMax) return false
  state.pos = end
  return true
}

function tagEnd(state: StateInline): number | null {
  tag.lastIndex = state.pos
  return tag.test(state.src) ? tag.lastIndex : null
}

function asideEnd(state: StateInline): number | null {
  const aside = asides.find(([opening]) => state.src.startsWith(opening, state.pos))
  if (!aside) return null
  const [opening, closing] = aside
  if (opening === '<!' && !/[a-z]/i.test(state.src[state.pos + 2] ?? '')) return null
  const end = findClosing(state, closing, state.pos + opening.length)
  return end < 0 ? null : end + closing.length
}

/** A comment may go over empty lines, where paragraphs would end; nothing but blanks may follow it on its last line. */
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
 * Where `closing` next occurs in the text of `state`, or -1. Remembers the last answer: a text of thousands of
 * openings would otherwise be searched to its end for each of them.
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
