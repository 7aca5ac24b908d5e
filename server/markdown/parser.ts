import MarkdownIt, { type MarkdownIt as Parser, type Token } from 'markdown-it'
import { deepestNesting } from './bounds.ts'
import { boundBracketSearch } from './brackets.ts'
import { writeElements } from './elements.ts'
import { isAllowedAddress } from './links.ts'
import { skipRawHtml } from './rawHtml.ts'
import { markTasks } from './tasks.ts'

// In characters. Longer ones are not meant for readers, and the search for an end costs more the further it may go.
const longestBareAddress = 2_000

/**
 * The parser of user text: CommonMark with tables, strikethrough, bare addresses and task lists as GitHub writes them.
 * It makes no tokens for raw HTML and no links to addresses we refuse; those stay text.
 */
export const parser = new MarkdownIt({ html: false, linkify: true, maxNesting: deepestNesting })
  .use(skipRawHtml)
  .use(boundBracketSearch)
  .use(markTasks)
  .use(findBareAddresses)
  .use(dropEmptyBlocks)
  .use(writeElements)

parser.validateLink = isAllowedAddress

/** Which addresses become links without any marks around them: the allowed schemes, `www.` and mail. */
function findBareAddresses(markdown: Parser): void {
  markdown.linkify.set({ maxLength: longestBareAddress })
  markdown.linkify.add('//', null)
  markdown.linkify.add('ftp:', null)
  for (const scheme of ['irc:', 'ircs:']) {
    markdown.linkify.add(scheme, {
      validate: (text, start, linkify) => matchLength(linkify.re.get_http_validator(), text, start),
    })
  }
  markdown.linkify.add('xmpp:', {
    validate: (text, start, linkify) => {
      const account = matchLength(linkify.re.get_mailto_validator(), text, start)
      return account && account + matchLength(/(?:\/[a-z0-9@.]*[a-z0-9@])?/iy, text, start + account)
    },
  })
  markdown.linkify.add('www.', {
    validate: (text, start, linkify) => {
      const host = matchLength(
        linkify.re.get_http_validator(),
        `//${text.slice(start, start + longestBareAddress)}`,
        0,
      )
      return host > 2 ? host - 2 : 0
    },
    normalize: (match) => {
      match.url = `http://${match.url}`
    },
  })
}

function matchLength(pattern: RegExp, text: string, start: number): number {
  pattern.lastIndex = start
  return pattern.exec(text)?.[0].length ?? 0
}

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
