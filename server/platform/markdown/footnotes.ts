import { createHash } from 'node:crypto'
import type { MarkdownIt, StateBlock, StateCore, StateInline, Token } from 'markdown-it'
import { dirAttribute } from './directions.ts'

// Per text. Further footnotes stay plain text.
const definitionsMax = 100
const referencesMax = 300

const definition = /\[\^([^\s^[\]]{1,64})\]:[ \t]*(?=\S)/y
const reference = /\[\^([^\s^[\]]{1,64})\]/y

interface Footnote {
  /** From 1, in the order of the references; 0 without a reference. */
  number: number
  references: number
}
interface Footnotes {
  readonly byName: Map<string, Footnote>
  numbers: number
  references: number
}

/**
 * Footnotes as on GitHub: `[^name]` in a line, and `[^name]: text` as a paragraph of its own. They are numbered in the order of
 * their references and shown at the end of the text; definitions that nothing refers to are not shown.
 */
export function writeFootnotes(markdown: MarkdownIt): void {
  markdown.block.ruler.before('reference', 'footnote', parseDefinition, { alt: ['paragraph', 'reference'] })
  markdown.inline.ruler.before('link', 'footnote', parseReference)
  markdown.core.ruler.after('inline', 'footnotes', appendFootnotes)
  const { rules } = markdown.renderer
  const metaOf = (token: Token | undefined) => (token?.meta ?? {}) as Record<'id' | 'number' | 'nth', string>
  rules.footnote_reference = (tokens, index) => {
    const { id, number, nth } = metaOf(tokens[index])
    return `<sup><a href="#fn-${id}-${number}" id="fnref-${id}-${number}-${nth}" aria-label="Footnote ${number}">${number}</a></sup>`
  }
  rules.footnote_number = (tokens, index) => `<sup>${metaOf(tokens[index]).number}</sup>`
  rules.footnotes_open = (tokens, index) => `<hr>\n<ol class="md-footnotes"${dirAttribute(tokens[index])}>\n`
  rules.footnotes_close = () => '</ol>\n'
  rules.footnote_open = (tokens, index) => {
    const { id, number } = metaOf(tokens[index])
    return `<li id="fn-${id}-${number}"${dirAttribute(tokens[index])}>`
  }
  rules.footnote_close = () => '</li>\n'
  rules.footnote_back = (tokens, index) => {
    const { id, number, nth } = metaOf(tokens[index])
    return ` <a href="#fnref-${id}-${number}-${nth}" aria-label="Back to the text">↩</a>`
  }
}

const footnotesOf = (env: object): Footnotes => {
  const kept = env as { footnotes?: Footnotes }
  kept.footnotes ??= { byName: new Map(), numbers: 0, references: 0 }
  return kept.footnotes
}

/** Takes the lines up to an empty one or the next definition. */
function parseDefinition(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const name = nameOfDefinition(state, startLine)
  const { byName } = footnotesOf(state.env)
  if (!name || (byName.size >= definitionsMax && !byName.has(name))) return false
  if (silent) return true
  const isFirst = !byName.has(name)
  if (isFirst) byName.set(name, { number: 0, references: 0 })
  const start = definition.lastIndex
  let end = startLine + 1
  while (end < endLine && !state.isEmpty(end) && !nameOfDefinition(state, end)) end += 1
  state.line = end
  if (!isFirst) return true
  state.push('footnote_open', 'li', 1).meta = { name }
  const inline = state.push('inline', '', 0)
  const more = end > startLine + 1 ? `\n${state.getLines(startLine + 1, end, state.blkIndent, false)}` : ''
  inline.content = (state.src.slice(start, state.eMarks[startLine]) + more).trim()
  inline.map = [startLine, end]
  inline.children = []
  state.push('footnote_close', 'li', -1)
  return true
}

function nameOfDefinition(state: StateBlock, line: number): string | undefined {
  if ((state.sCount[line] ?? 0) - state.blkIndent >= 4) return undefined
  definition.lastIndex = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0)
  const found = definition.exec(state.src)
  return found && definition.lastIndex < (state.eMarks[line] ?? 0) ? found[1]?.toLowerCase() : undefined
}

function parseReference(state: StateInline, silent: boolean): boolean {
  if (state.linkLevel > 0 || state.src[state.pos + 1] !== '^') return false
  const footnotes = footnotesOf(state.env)
  reference.lastIndex = state.pos
  const found = reference.exec(state.src)
  const footnote = footnotes.byName.get(found?.[1]?.toLowerCase() ?? '')
  if (!footnote || footnotes.references >= referencesMax || reference.lastIndex > state.posMax) return false
  state.pos = reference.lastIndex
  if (silent) return true
  footnotes.references += 1
  footnote.references += 1
  if (footnote.number === 0) {
    footnotes.numbers += 1
    footnote.number = footnotes.numbers
  }
  state.push('footnote_reference', 'sup', 0).meta = { ...footnote, nth: footnote.references }
  return true
}

/** Moves the definitions to the end, in the order of their numbers, and assigns ids that are unique on the page. */
function appendFootnotes(state: StateCore): void {
  const { byName, numbers } = footnotesOf(state.env)
  if (byName.size === 0) return
  // Derived from the text instead of random, so that the same text always gives the same HTML.
  const id = createHash('sha256').update(state.src).digest('base64url').slice(0, 10)
  const rest: Token[] = []
  const found = new Map<number, Token[]>()
  for (let index = 0; index < state.tokens.length; index += 1) {
    const token = state.tokens[index]
    if (token?.type !== 'footnote_open') {
      if (token) rest.push(token)
      continue
    }
    const [inline, closing] = state.tokens.slice(index + 1, index + 3)
    index += 2
    const footnote = byName.get(String(token.meta?.name))
    if (!footnote?.number || !inline || !closing) continue
    token.meta = { number: footnote.number }
    for (let nth = 1; nth <= footnote.references; nth += 1) {
      const back = new state.Token('footnote_back', 'a', 0)
      back.meta = { number: footnote.number, nth }
      inline.children?.push(back)
    }
    found.set(footnote.number, [token, inline, closing])
  }
  if (numbers > 0) {
    const inOrder = [...found].sort(([one], [other]) => one - other).flatMap(([, tokens]) => tokens)
    const opening = new state.Token('footnotes_open', 'ol', 1)
    rest.push(opening, ...inOrder, new state.Token('footnotes_close', 'ol', -1))
  }
  for (const block of rest) {
    for (const token of [block, ...(block.children ?? [])])
      if (token.type.startsWith('footnote_')) token.meta = { ...token.meta, id }
  }
  state.tokens = rest
}
