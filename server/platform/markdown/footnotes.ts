import { createHash } from 'node:crypto'
import type { MarkdownIt, StateBlock, StateCore, StateInline, Token } from 'markdown-it'
import { dirAttribute } from './directions.ts'

// Per text. Further footnotes stay plain text.
const definitionsMax = 100
const referencesMax = 300

const definition = /\[\^([^\s^[\]]{1,64})\]:[ \t]*/y
/** In columns. */
const contentIndent = 4
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
  /** Whether the parser is inside a definition: they do not nest. */
  isInside: boolean
}

/**
 * Footnotes as on GitHub: `[^name]` in a line, and `[^name]: text` as a paragraph of its own, or `[^name]:` with further blocks that
 * are indented. They are numbered in the order of
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
  kept.footnotes ??= { byName: new Map(), numbers: 0, references: 0, isInside: false }
  return kept.footnotes
}

/** Takes the lines up to an empty one or the next definition, and what is indented by four columns after that. */
function parseDefinition(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const footnotes = footnotesOf(state.env)
  const found = definitionAt(state, startLine, endLine)
  // One that is not indented ends the definition before it.
  const isNested = footnotes.isInside && !(silent && (state.sCount[startLine] ?? 0) < state.blkIndent)
  if (!found || isNested) return false
  const { byName } = footnotes
  const isFirst = !byName.has(found.name)
  if (isFirst && byName.size >= definitionsMax) return false
  if (silent) return true
  if (isFirst) byName.set(found.name, { number: 0, references: 0 })
  const first = state.tokens.length
  state.push('footnote_open', 'li', 1).meta = { name: found.name }
  parseContent(state, { startLine, endLine, start: found.end })
  state.push('footnote_close', 'li', -1)
  if (!isFirst) state.tokens.length = first
  return true
}

/** Parses the blocks of a definition, as those of an item of a list; its first line goes on behind the colon. */
function parseContent(
  state: StateBlock,
  { startLine, endLine, start }: { startLine: number; endLine: number; start: number },
): void {
  const footnotes = footnotesOf(state.env)
  const { bMarks, tShift, sCount } = state
  const before = [bMarks[startLine] ?? 0, tShift[startLine] ?? 0, sCount[startLine] ?? 0] as const
  state.blkIndent += contentIndent
  footnotes.isInside = true
  ;[bMarks[startLine], tShift[startLine], sCount[startLine]] = [start, 0, state.blkIndent]
  state.md.block.tokenize(state, startLine, endLine)
  ;[bMarks[startLine], tShift[startLine], sCount[startLine]] = before
  footnotes.isInside = false
  state.blkIndent -= contentIndent
}

/** The name of the definition that begins in a line, and the position of its content. */
function definitionAt(
  state: StateBlock,
  line: number,
  endLine: number,
): { name: string; end: number } | undefined {
  if ((state.sCount[line] ?? 0) - state.blkIndent >= 4) return undefined
  definition.lastIndex = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0)
  const name = definition.exec(state.src)?.[1]?.toLowerCase()
  const lineEnd = state.eMarks[line] ?? 0
  if (name === undefined || definition.lastIndex > lineEnd) return undefined
  const isContinued =
    line + 1 < endLine &&
    !state.isEmpty(line + 1) &&
    (state.sCount[line + 1] ?? 0) - Math.min(state.blkIndent, state.sCount[line] ?? 0) >= contentIndent
  return definition.lastIndex < lineEnd || isContinued ? { name, end: definition.lastIndex } : undefined
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
    const end = state.tokens.findIndex(({ type }, place) => place > index && type === 'footnote_close')
    const content = state.tokens.slice(index + 1, end)
    const closing = state.tokens[end]
    index = end
    const footnote = byName.get(String(token.meta?.name))
    if (!footnote?.number || !closing) continue
    token.meta = { number: footnote.number }
    found.set(footnote.number, [token, ...withWaysBack(content, footnote, state), closing])
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

/** Adds links to the references to the last paragraph of a footnote. A paragraph alone is not an element of its own. */
function withWaysBack(content: Token[], footnote: Footnote, state: StateCore): Token[] {
  const ways: Token[] = []
  for (let nth = 1; nth <= footnote.references; nth += 1) {
    const back = new state.Token('footnote_back', 'a', 0)
    back.meta = { number: footnote.number, nth }
    ways.push(back)
  }
  const [opening, inline, closing] = content.slice(-3)
  if (opening?.type === 'paragraph_open' && closing?.type === 'paragraph_close') {
    inline?.children?.push(...ways)
    if (content.length === 3) opening.hidden = closing.hidden = true
    return content
  }
  const line = new state.Token('inline', '', 0)
  line.children = ways
  const paragraph = [
    new state.Token('paragraph_open', 'p', 1),
    line,
    new state.Token('paragraph_close', 'p', -1),
  ]
  for (const token of paragraph) token.block = true
  return [...content, ...paragraph]
}
