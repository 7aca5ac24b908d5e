import type { MarkdownIt, StateCore, StateInline, Token } from 'markdown-it'
import {
  communityNameMaxLength,
  communityNameMinLength,
  usernameMaxLength,
  usernameMinLength,
} from '../../../contract/limitValues.ts'
import { reservedCommunityNames } from '../../../contract/reservedNames.ts'

// Letters of scripts that put spaces between words. In Chinese or Japanese a name may touch the words around it.
const letter = '\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}\\p{N}_'
// Not `a@name`, which is a mail address, nor `site.example/@name`, which is a path.
const memberName = `(?<![${letter}/@=&#%+$\\\\])@(?<username>\\w{${usernameMinLength},${usernameMaxLength}})(?![${letter}@])(?![./][${letter}])`
// Only at the beginning of a word, and not in `and/or`, a longer path (`/etc/hosts`), a file (`/a.txt`) or a number (`85 /100`).
const communityName = `(?<=^|[\\s([{"'“„‘«¿¡—–])/(?!\\d+(?!\\w))(?<community>\\w{${communityNameMinLength},${communityNameMaxLength}})(?![${letter}@/])(?![.-][${letter}])`
// Per text; further names stay plain text.
const linkedNamesMax = 500
// A URL with a user name is not linked, so names in it are no names either.
const urlWithUser = '[a-z][a-z0-9+.-]{0,30}://[^\\s/?#]{0,200}@\\S*'
const names = new RegExp(`${urlWithUser}|${memberName}|${communityName}`, 'giu')

/**
 * Links `@name` to a profile and `/name` to a community, even if it does not exist (yet). Code, links and escaped names
 * (`\@name`) are not changed.
 */
export function linkNames(markdown: MarkdownIt): void {
  markdown.inline.ruler.before('emphasis', 'name_in_underscores', keepUnderscores)
  // Before `text_join`, while escaped characters are still tokens of their own.
  markdown.core.ruler.after('linkify', 'names', (state) => {
    const budget = { left: linkedNamesMax }
    for (const block of state.tokens) {
      if (block.type === 'inline' && /[@/]/.test(block.content))
        block.children = linkNamesIn(block, state, budget)
    }
  })
}

/** `@_name_` is a member, not an `@` before a stressed word. */
function keepUnderscores(state: StateInline, silent: boolean): boolean {
  if (state.src[state.pos] !== '@') return false
  const found = /@_\w+/y
  found.lastIndex = state.pos
  const [text] = found.exec(state.src) ?? []
  if (!text) return false
  if (!silent) state.pending += text
  state.pos += text.length
  return true
}

function linkNamesIn(block: Token, state: StateCore, budget: { left: number }): Token[] {
  let isInLink = false
  return (block.children ?? []).flatMap((token, index, tokens) => {
    if (token.type === 'link_open') isInLink = true
    if (token.type === 'link_close') isInLink = false
    // Text directly after a link or code belongs to it, such as the end of a URL that is not linked as a whole.
    const isContinued = /^(?:link_close|code_inline)$/.test(tokens[index - 1]?.type ?? '')
    return token.type === 'text' && !isInLink
      ? linkNamesInText(token, state, { isContinued, budget })
      : [token]
  })
}

function linkNamesInText(
  token: Token,
  state: StateCore,
  { isContinued, budget }: { isContinued: boolean; budget: { left: number } },
): Token[] {
  const { content, level } = token
  const made: Token[] = []
  const push = (type: string, tag: string, nesting: -1 | 0 | 1, inside: number, text = '') => {
    const next = new state.Token(type, tag, nesting)
    next.content = text
    next.level = level + inside
    made.push(next)
    return next
  }
  let end = 0
  for (const { 0: written, index, groups = {} } of content.matchAll(names)) {
    const { username, community } = groups
    if (!username && !community) continue
    if ((isContinued && index === 0) || (community && reservedCommunityNames.has(community.toLowerCase())))
      continue
    if (budget.left === 0) break
    budget.left -= 1
    if (index > end) push('text', '', 0, 0, content.slice(end, index))
    const opening = push('link_open', 'a', 1, 0)
    opening.attrs = [['href', `/${username ? `@${username}` : community}`]]
    opening.info = 'auto'
    if (username) opening.meta = { username }
    push('text', '', 0, 1, written)
    push('link_close', 'a', -1, 0)
    end = index + written.length
  }
  if (end === 0) return [token]
  if (end < content.length) push('text', '', 0, 0, content.slice(end))
  return made
}
