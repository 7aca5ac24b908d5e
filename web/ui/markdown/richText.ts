/** What the conversion reads of a parsed HTML document: an element, or a text. */
export interface RichNode {
  /** The tag in lower case; empty for a text. */
  readonly tag: string
  /** What a text says. */
  readonly text: string
  readonly children: readonly RichNode[]
  attribute(name: string): string | null
}

/** HTML, for instance from the clipboard, as Markdown. Nothing of it is put into the page. */
export const markdownOfHtml = (html: string): string =>
  toMarkdown(richNodeOf(new DOMParser().parseFromString(html, 'text/html').body))

/** An element of a document that is on the screen, or a fragment of it, for `toMarkdown`. */
export const richNodeOf = (node: Node): RichNode => ({
  tag: node instanceof Element ? node.localName : node.nodeType === Node.TEXT_NODE ? '' : 'div',
  text: node.nodeType === Node.TEXT_NODE ? (node.nodeValue ?? '') : '',
  children: node.nodeType === Node.COMMENT_NODE ? [] : Array.from(node.childNodes, richNodeOf),
  attribute: (name) => (node instanceof Element ? node.getAttribute(name) : null),
})

/** The Markdown of an element. Images become links, as in all texts; what has no form in Markdown becomes its text. */
export function toMarkdown(root: RichNode): string {
  return blocks(root.children, 0)
    .replace(/^[>! \t]+$/gm, (line) => line.trimEnd())
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+|\n+$/g, '')
}

/** Deeper nesting becomes plain text: copied pages are made by anyone. */
const deepest = 40

const skipped = new Set(['script', 'style', 'template', 'head', 'meta', 'title', 'svg', 'button', 'noscript'])
const lineTags = new Set(
  ['', 'a', 'abbr', 'b', 'bdi', 'br', 'cite', 'code', 'del', 'em', 'font', 'i', 'img', 'input', 'ins'].concat(
    ['kbd', 'label', 'mark', 'q', 's', 'small', 'span', 'strike', 'strong', 'sub', 'sup', 'time', 'u', 'wbr'],
  ),
)

/** Runs of inline elements become paragraphs between the blocks. */
function blocks(nodes: readonly RichNode[], depth: number): string {
  const parts: string[] = []
  let line: RichNode[] = []
  const endLine = () => {
    const text = tidy(inline(line, depth))
    if (text !== '') parts.push(text)
    line = []
  }
  for (const node of nodes) {
    if (skipped.has(node.tag)) continue
    if (isInline(node, depth)) line.push(node)
    else {
      endLine()
      const text = block(node, depth + 1)
      if (text.trim() !== '') parts.push(text)
    }
  }
  endLine()
  return parts.join('\n\n')
}

/** Some programs put paragraphs into a link or a bold element. */
const isInline = (node: RichNode, depth: number): boolean =>
  depth > deepest ||
  (lineTags.has(node.tag) &&
    node.children.every((child) => skipped.has(child.tag) || isInline(child, depth + 1)))

function block(node: RichNode, depth: number): string {
  const { tag, children } = node
  if (/^h[1-6]$/.test(tag)) {
    const text = tidy(inline(children, depth)).replace(/\s+/g, ' ')
    return text && `${'#'.repeat(Number(tag[1]))} ${text}`
  }
  if (isSpoiler(node)) {
    const hidden = children.filter((child) => child.tag !== 'summary')
    return indent(blocks(hidden, depth), '>! ', '>! ')
  }
  switch (tag) {
    case 'blockquote':
      return indent(blocks(children, depth), '> ', '> ')
    case 'pre':
      return fenced(plainText(node), languageOf(children[0]))
    case 'ul':
    case 'ol':
      return list(node, depth)
    case 'hr':
      return '---'
    case 'table':
      return table(node, depth)
    default:
      return blocks(children, depth)
  }
}

function list(node: RichNode, depth: number): string {
  const first = Number(node.attribute('start') ?? 1)
  let number = Number.isInteger(first) && first >= 0 ? first : 1
  const items: string[] = []
  for (const child of node.children) {
    // A list directly in a list, as some editors write it, belongs to the item before it.
    if (child.tag === 'ul' || child.tag === 'ol') items.push(indent(list(child, depth + 1), '  ', '  '))
    if (child.tag !== 'li') continue
    const marker = node.tag === 'ol' ? `${number++}. ` : '- '
    const text = blocks(child.children, depth).replace(/\n\n(?=\s*(?:[-]|\d+\.) )/g, '\n')
    items.push(indent(text, marker, ' '.repeat(marker.length)))
  }
  return items.join('\n')
}

const indent = (text: string, first: string, others: string): string =>
  text
    .split('\n')
    .map((line, index) => (index === 0 ? first : others) + line)
    .join('\n')

const longestRun = (text: string) => Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length))

function fenced(text: string, language: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1))
  return `${fence}${language}\n${text.replace(/\n+$/, '')}\n${fence}`
}

const languageOf = (code: RichNode | undefined): string =>
  /(?:^|\s)language-([\w+#-]+)/.exec(code?.attribute('class') ?? '')?.[1] ?? ''

/** What a text of this site hides stays hidden in a quote of it. */
const isSpoiler = (node: RichNode): boolean =>
  /(?:^|\s)md-spoiler(?:\s|$)/.test(node.attribute('class') ?? '')

/** The number of a footnote: the note itself is not quoted with it. */
const isFootnoteNumber = ({ tag, children }: RichNode): boolean =>
  tag === 'sup' && children.length === 1 && children[0]?.attribute('href')?.startsWith('#fn-') === true

/** Cells that span others, and blocks in cells, have no form in Markdown: their text stays. */
function table(node: RichNode, depth: number): string {
  const rows = rowsOf(node).map((row) =>
    row.children
      .filter(({ tag }) => tag === 'td' || tag === 'th')
      .map((cell) =>
        tidy(inline(cell.children, depth))
          .replace(/\s+/g, ' ')
          .replace(/(?<!\\)\|/g, '\\|'),
      ),
  )
  const width = Math.max(0, ...rows.map((row) => row.length))
  const [head, ...others] = rows
  if (!head || width < 2) return rows.map((row) => row.join(' ')).join('\n\n')
  const lineOf = (cells: readonly string[]) =>
    `| ${Array.from({ length: width }, (_cell, at) => cells[at] ?? '').join(' | ')} |`
  return [lineOf(head), lineOf(Array(width).fill('---')), ...others.map(lineOf)].join('\n')
}

const rowsOf = (node: RichNode): RichNode[] =>
  node.children.flatMap((child) =>
    child.tag === 'tr' ? [child] : ['thead', 'tbody', 'tfoot'].includes(child.tag) ? rowsOf(child) : [],
  )

const plainText = (node: RichNode): string =>
  node.tag === 'br' ? '\n' : node.tag === '' ? node.text : node.children.map(plainText).join('')

function inline(nodes: readonly RichNode[], depth: number): string {
  return nodes.map((node) => inlineOf(node, depth + 1)).join('')
}

function inlineOf(node: RichNode, depth: number): string {
  const { tag, children } = node
  if (skipped.has(tag)) return ''
  if (tag === '') return escapeText(node.text.replace(/[ \t\r\n\f]+/g, ' '))
  if (depth > deepest) return escapeText(plainText(node))
  if (isSpoiler(node)) return marked(inline(children, depth), '>!', '!<')
  if (isFootnoteNumber(node)) return ''
  switch (tag) {
    case 'br':
      return '  \n'
    case 'code':
    case 'kbd':
      return inlineCode(plainText(node))
    case 'img': {
      const words = escapeText(node.attribute('alt')?.trim() || 'image')
      return linked(words, node.attribute('src'))
    }
    case 'a':
      // Names become links automatically.
      return isName(node) ? plainText(node) : linked(inline(children, depth), node.attribute('href'))
    case 'b':
    case 'strong':
      return isWeight(node, /^(?:normal|[1-5]00)$/)
        ? inline(children, depth)
        : marked(inline(children, depth), '**')
    case 'i':
    case 'em':
      return marked(inline(children, depth), '*')
    case 's':
    case 'del':
    case 'strike':
      return marked(inline(children, depth), '~~')
    case 'span':
      return isWeight(node, /^(?:bold|[6-9]00)$/)
        ? marked(inline(children, depth), '**')
        : inline(children, depth)
    default:
      return inline(children, depth)
  }
}

/** A mention or the name of a community, whose words are its path: `@ana` or `/birds`. */
const isName = (node: RichNode): boolean => {
  const words = plainText(node)
  const path = words.startsWith('@') ? `/${words}` : words
  return /^\/@?\w+$/.test(path) && node.attribute('href')?.toLowerCase() === path.toLowerCase()
}

const isWeight = (node: RichNode, weights: RegExp): boolean =>
  weights.test(/font-weight:\s*([a-z0-9]+)/i.exec(node.attribute('style') ?? '')?.[1] ?? '')

/** Markers must touch their words. */
function marked(text: string, opening: string, closing = opening): string {
  const [, before = '', inside = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? []
  return inside === '' ? text : before + opening + inside + closing + after
}

function inlineCode(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line === '') return ''
  const ticks = '`'.repeat(longestRun(line) + 1)
  const space = line.startsWith('`') || line.endsWith('`') ? ' ' : ''
  return ticks + space + line + space + ticks
}

function linked(words: string, href: string | null): string {
  const text = words.replace(/\s+/g, ' ')
  if (href === null || !/^(?:https?:|mailto:|\/(?!\/))/i.test(href)) return text
  const url = href.replace(/[<>\s]/g, encodeURIComponent)
  const target = /[()]/.test(url) ? `<${url}>` : url
  return text.trim() === '' ? '' : `[${text.trim()}](${target})`
}

/** Characters where they would mean something in Markdown. Those of lists and headings mean it only at the start of a line. */
const escapeText = (text: string): string =>
  text
    .replace(/[\\`]|\*(?=\S)|(?<=\S)\*|~~|<(?=[a-z/!?])|\[(?=[^\]]*\][([:])/gi, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\$&')

const tidy = (text: string): string =>
  text
    .replace(/^[ \n]+|[ \n]+$/g, '')
    .replace(/\n[ ]+/g, '\n')
    .replace(/^(#{1,6}(?= )|[-+](?= )|>(?!!.*!<))/gm, '\\$1')
    .replace(/^(\d+)([.)])(?= )/gm, '$1\\$2')
