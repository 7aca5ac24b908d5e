import MarkdownIt, { type MarkdownIt as Parser, type Token } from 'markdown-it'
import { findBareAddresses } from './bareAddresses.ts'
import { deepestNesting } from './bounds.ts'
import { boundBracketSearch } from './brackets.ts'
import { writeElements } from './elements.ts'
import { isAllowedAddress } from './links.ts'
import { skipRawHtml } from './rawHtml.ts'
import { strikeThrough } from './strikethrough.ts'
import { markTasks } from './tasks.ts'

/**
 * The parser of user text: CommonMark with tables, strikethrough, bare addresses and task lists as GitHub writes them.
 * It makes no tokens for raw HTML and no links to addresses we refuse; those stay text.
 */
export const parser = new MarkdownIt({ html: false, linkify: true, maxNesting: deepestNesting })
  .use(skipRawHtml)
  .use(boundBracketSearch)
  .use(strikeThrough)
  .use(markTasks)
  .use(findBareAddresses)
  .use(dropEmptyBlocks)
  .use(writeElements)

parser.validateLink = isAllowedAddress

// What is left of a paragraph or heading of nothing but tags would still take room on the page.
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
