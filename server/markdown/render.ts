import MarkdownIt, { type Token as MarkdownToken } from 'markdown-it'
import { exceedsBounds, isLayoutBomb, largestHtml, longestParsedText } from './bounds.ts'
import { linkAttributes } from './links.ts'
import { parser } from './parser.ts'

const { Token } = MarkdownIt
const { escapeHtml } = parser.utils

/** Grows by one whenever the same text would become other HTML; stored HTML of a lower version is rendered again. */
export const rendererVersion = 2

export type RenderOptions = {
  /** Shows links and images as plain text. */
  noLinks?: boolean
  /** Host, and port when it is not the usual one, whose links stay inside the page; without it only paths do. */
  siteHost?: string
}

/**
 * Turns the Markdown of a member into HTML that is safe to put on a page; specification, core §5.
 *
 * Takes at most about 50 ms for any text of 20,000 characters and gives at most `largestHtml` characters. A text
 * beyond sane bounds of structure is shown unformatted.
 */
export function renderMarkdown(source: string, options: RenderOptions = {}): string {
  if (source.length > longestParsedText || isLayoutBomb(source)) return unformatted(source)
  const tokens = parser.parse(source, {})
  if (exceedsBounds(tokens)) return unformatted(source)
  for (const block of tokens) {
    if (block.children) block.children = withPresentableLinks(block.children, options)
  }
  const html = parser.renderer.render(tokens, parser.options)
  return html.length > largestHtml ? unformatted(source) : html
}

/** Paragraphs and line ends, and otherwise the very characters that were written. */
function unformatted(source: string): string {
  return source
    .replaceAll('\0', '\ufffd')
    .replace(/\r\n?/g, '\n')
    .split(/\n[ \t]*\n\s*/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => `<p>${escapeHtml(paragraph).replaceAll('\n', '<br>\n')}</p>\n`)
    .join('')
}

/** Gives links the attributes of their target, makes images links, or takes both away. */
function withPresentableLinks(
  tokens: MarkdownToken[],
  { noLinks, siteHost }: RenderOptions,
): MarkdownToken[] {
  const present = (opening: MarkdownToken) => {
    const title = opening.attrGet('title')
    opening.attrs = linkAttributes(String(opening.attrGet('href')), siteHost)
    if (title) opening.attrs.push(['title', title])
    return opening
  }
  let isInLink = false
  return tokens.flatMap((token) => {
    if (token.type === 'link_open' || token.type === 'link_close') {
      isInLink = token.type === 'link_open'
      if (noLinks) return []
      return isInLink ? [present(token)] : [token]
    }
    if (token.type !== 'image') return [token]
    const [opening, text, closing] = imageAsLink(token)
    return isInLink || noLinks ? [text] : [present(opening), text, closing]
  })
}

/** An image as a link with its alternative text, or its address where it has none. */
function imageAsLink(
  image: MarkdownToken,
): [opening: MarkdownToken, text: MarkdownToken, closing: MarkdownToken] {
  const address = String(image.attrGet('src'))
  const alt = parser.renderer.renderInlineAsText(image.children ?? [], parser.options, {})
  const opening = new Token('link_open', 'a', 1)
  opening.attrs = [['href', address]]
  const title = image.attrGet('title')
  if (title) opening.attrs.push(['title', title])
  const text = new Token('text', '', 0)
  text.content = alt.trim() || parser.normalizeLinkText(address)
  return [opening, text, new Token('link_close', 'a', -1)]
}
