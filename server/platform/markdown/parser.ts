import MarkdownIt, { type MarkdownIt as Parser, type Token } from 'markdown-it'
import { linkBareUrls } from './bareUrls.ts'
import { maxNesting } from './bounds.ts'
import { boundBracketSearch } from './brackets.ts'
import { writeElements } from './elements.ts'
import { writeFootnotes } from './footnotes.ts'
import { isAllowedUrl } from './links.ts'
import { linkNames } from './names.ts'
import { skipRawHtml } from './rawHtml.ts'
import { hideSpoilers } from './spoilers.ts'
import { strikeThrough } from './strikethrough.ts'
import { markTasks } from './tasks.ts'

/**
 * The Markdown parser: CommonMark with GitHub's tables, strikethrough, bare URLs and task lists, spoilers,
 * footnotes, and links for the names of members and communities. Raw HTML yields no
 * tokens; links to URLs that are not allowed stay text.
 */
export const parser = new MarkdownIt({ html: false, linkify: true, maxNesting: maxNesting })
  .use(skipRawHtml)
  .use(boundBracketSearch)
  .use(strikeThrough)
  .use(hideSpoilers)
  .use(markTasks)
  .use(writeFootnotes)
  .use(linkBareUrls)
  .use(linkNames)
  .use(dropEmptyBlocks)
  .use(writeElements)

parser.validateLink = isAllowedUrl

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
  return token.type === 'softbreak' || (token.type === 'text' && token.content.trim() === '')
}
