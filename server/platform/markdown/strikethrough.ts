import type { MarkdownIt, StateInline } from 'markdown-it'

const tilde = '~'.charCodeAt(0)

/** Different markers, so that one tilde pairs only with one and two only with two. */
const markers = { '~': tilde, '~~': -tilde }

/**
 * Strikethrough by pairs of one or two tildes; longer runs of tildes stay text.
 *
 * @see https://github.github.com/gfm/#strikethrough-extension-
 */
export function strikeThrough(markdown: MarkdownIt): void {
  markdown.inline.ruler.at('strikethrough', parseTildes)
  markdown.inline.ruler2.at('strikethrough', writePairs)
}

function parseTildes(state: StateInline, silent: boolean): boolean {
  if (silent || state.src.charCodeAt(state.pos) !== tilde) return false
  const { length, can_open, can_close } = state.scanDelims(state.pos, true)
  const text = state.push('text', '', 0)
  text.content = '~'.repeat(length)
  state.pos += length
  if (text.content === '~' || text.content === '~~') {
    state.delimiters.push({
      marker: markers[text.content],
      token: state.tokens.length - 1,
      end: -1,
      open: can_open,
      close: can_close,
    })
  }
  return true
}

function writePairs(state: StateInline): boolean {
  const inLinks = state.tokens_meta.map((meta) => meta?.delimiters ?? [])
  for (const delimiters of [state.delimiters, ...inLinks]) {
    for (const { marker, token, end } of delimiters) {
      const closing = delimiters[end]
      if (!closing || Math.abs(marker) !== tilde) continue
      writeTag(state, token, 's_open', 1)
      writeTag(state, closing.token, 's_close', -1)
    }
  }
  return true
}

function writeTag(state: StateInline, index: number, type: 's_open' | 's_close', nesting: 1 | -1): void {
  const token = state.tokens[index]
  if (!token) return
  Object.assign(token, { type, nesting, tag: 's', markup: token.content, content: '' })
}
