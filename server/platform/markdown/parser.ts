import MarkdownIt, { type Env, type MarkdownIt as Parser, type Token } from 'markdown-it'
import cjkFriendlyEmphasis from 'markdown-it-cjk-friendly'
import { shownAddress } from '../text/shownAddress.ts'
import { linkBareUrls } from './bareUrls.ts'
import { maxNesting } from './bounds.ts'
import { writeElements } from './elements.ts'
import { writeFootnotes } from './footnotes.ts'
import { isAllowedUrl } from './links.ts'
import { linkNames } from './names.ts'
import { skipRawHtml } from './rawHtml.ts'
import { hideSpoilers } from './spoilers.ts'
import { strikeThrough } from './strikethrough.ts'
import { markTasks } from './tasks.ts'

// Characters scanned for one text. The parser scans to the end of the paragraph for every unclosed bracket; the longest
// text can have five hundred of them before this limit.
const maxScannedCharacters = 10_000_000

/**
 * Limits the search for closing brackets, which is quadratic in the number of unclosed brackets. After the limit, all
 * remaining brackets stay text.
 */
function boundBracketSearch(markdown: Parser): void {
  const { parseLinkLabel } = markdown.helpers
  const scanned = new WeakMap<Env, number>()
  markdown.helpers = {
    ...markdown.helpers,
    parseLinkLabel(state, start, disableNested) {
      if ((scanned.get(state.env) ?? 0) > maxScannedCharacters) return -1
      const end = parseLinkLabel(state, start, disableNested)
      const cost = (end < 0 ? state.posMax : end) - start
      scanned.set(state.env, (scanned.get(state.env) ?? 0) + cost)
      return end
    },
  }
}

/**
 * The Markdown parser: CommonMark with GitHub's tables, strikethrough, bare URLs and task lists, spoilers,
 * footnotes, and links for the names of members and communities. Raw HTML yields no
 * tokens; links to URLs that are not allowed stay text.
 */
export const parser = new MarkdownIt({ html: false, linkify: true, maxNesting: maxNesting })
  .use(skipRawHtml)
  .use(boundBracketSearch)
  // CommonMark's rules for emphasis expect spaces around punctuation, which Chinese, Japanese and Korean do not have.
  .use(cjkFriendlyEmphasis)
  .use(strikeThrough)
  .use(hideSpoilers)
  .use(markTasks)
  .use(writeFootnotes)
  .use(linkBareUrls)
  .use(linkNames)
  .use(dropEmptyBlocks)
  .use(writeElements)

parser.validateLink = isAllowedUrl
parser.normalizeLinkText = shownAddress

// A paragraph or heading that consisted only of HTML tags would leave an empty line on the page.
function dropEmptyBlocks(markdown: Parser): void {
  markdown.core.ruler.push('empty_blocks', (state) => {
    const isEmpty = state.tokens.map(
      (token) => token.type === 'inline' && (token.children ?? []).every(isBlank),
    )
    state.tokens = state.tokens.filter(
      (token, index) =>
        !(isText(token.type) && (isEmpty[index - 1] || isEmpty[index + 1])) &&
        !(isEmpty[index] && isText(state.tokens[index - 1]?.type)),
    )
  })
}

function isText(blockType: string | undefined): boolean {
  return /^(?:paragraph|heading)_(?:open|close)$/.test(blockType ?? '')
}

function isBlank(token: Token): boolean {
  return /^(?:soft|hard)break$/.test(token.type) || (token.type === 'text' && token.content.trim() === '')
}
