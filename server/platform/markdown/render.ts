import MarkdownIt, { type Token as MarkdownToken } from 'markdown-it'
import { directionOfPlain } from '../text/direction.ts'
import { exceedsBounds, htmlMaxLength, isLayoutBomb, parsedTextMaxLength } from './bounds.ts'
import { coloredCodeMaxLength } from './codeColors.ts'
import { setDirections } from './directions.ts'
import { isFragment, linkAttributes } from './links.ts'
import { parser } from './parser.ts'
import { withoutHidden } from './spoilers.ts'

const { Token } = MarkdownIt
const { escapeHtml } = parser.utils

/** Increment this when the same text yields different HTML or another excerpt; what another version stored is made again. */
export const rendererVersion = 7

export type RenderOptions = {
  /** Renders links and images as plain text. */
  noLinks?: boolean
  /** Hosts of this forum, also former ones, with a non-standard port; links to them count as internal. Without any, only relative URLs do. */
  siteHosts?: readonly string[]
  /** Inline syntax only, such as bold: no paragraphs, lists or headings. */
  isLine?: boolean
  /** Keeps links to parts of the text (`#part`); only static pages have any. Elsewhere such links are their text. */
  hasParts?: boolean
}

/**
 * Renders a member's Markdown to safe HTML (docs/spec/markdown.md).
 *
 * Takes at most about 50 ms for any text of 20,000 characters and returns at most `htmlMaxLength` characters. A text
 * that exceeds a bound of ./bounds.ts is rendered unformatted.
 */
export function renderMarkdown(source: string, options: RenderOptions = {}): string {
  if (source.length > parsedTextMaxLength || isLayoutBomb(source)) return unformatted(source)
  const tokens = options.isLine ? parser.parseInline(source, {}) : parser.parse(source, {})
  if (exceedsBounds(tokens)) return unformatted(source)
  for (const block of tokens) {
    if (block.children) block.children = withOwnLinks(block.children, options)
  }
  setDirections(tokens, source)
  const html = parser.renderer.render(tokens, parser.options, { codeBudget: { left: coloredCodeMaxLength } })
  return html.length > htmlMaxLength ? unformatted(source) : html
}

/** Keeps paragraphs and line breaks, and escapes everything else. */
function unformatted(source: string): string {
  return source
    .replaceAll('\0', '\ufffd')
    .replace(/\r\n?/g, '\n')
    .split(/\n[ \t]*\n\s*/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map(
      (paragraph) =>
        `<p${directionOfPlain(paragraph) === 'rtl' ? ' dir="rtl"' : ''}>${escapeHtml(paragraph).replaceAll('\n', '<br>\n')}</p>\n`,
    )
    .join('')
}

/** Sets the attributes of links and turns images into links; with `noLinks`, reduces both to their text. */
function withOwnLinks(
  tokens: MarkdownToken[],
  { noLinks, siteHosts, hasParts }: RenderOptions,
): MarkdownToken[] {
  const setAttributes = (opening: MarkdownToken) => {
    const title = opening.attrGet('title')
    opening.attrs = linkAttributes(String(opening.attrGet('href')), siteHosts)
    if (title) opening.attrs.push(['title', title])
    return opening
  }
  const isDropped = (address: unknown) => noLinks || (!hasParts && isFragment(String(address)))
  let isInLink = false
  let isPlain = false
  return tokens.flatMap((token) => {
    if (token.type === 'link_open' || token.type === 'link_close') {
      isInLink = token.type === 'link_open'
      if (isInLink) isPlain = isDropped(token.attrGet('href'))
      if (isPlain) return []
      return isInLink ? [setAttributes(token)] : [token]
    }
    if (noLinks && token.type === 'footnote_back') return []
    if (noLinks && token.type === 'footnote_reference') token.type = 'footnote_number'
    if (token.type !== 'image') return [token]
    const [opening, text, closing] = imageAsLink(token)
    return isInLink || isDropped(token.attrGet('src')) ? [text] : [setAttributes(opening), text, closing]
  })
}

/** The tokens of a link in place of an image. Its text is the alternative text, or the URL when there is none. */
function imageAsLink(
  image: MarkdownToken,
): [opening: MarkdownToken, text: MarkdownToken, closing: MarkdownToken] {
  const address = String(image.attrGet('src'))
  const alt = parser.renderer.renderInlineAsText(withoutHidden(image.children ?? []), parser.options, {})
  const opening = new Token('link_open', 'a', 1)
  opening.attrs = [['href', address]]
  const title = image.attrGet('title')
  if (title) opening.attrs.push(['title', title])
  const text = new Token('text', '', 0)
  text.content = alt.trim() || parser.normalizeLinkText(address)
  return [opening, text, new Token('link_close', 'a', -1)]
}
