import type { MarkdownIt } from 'markdown-it'
import { endOfAddress } from './endOfAddress.ts'

// In characters. Longer ones are not meant for readers, and the search for an end costs more the further it may go.
const longestBareAddress = 2_000

type LinkFinder = MarkdownIt['linkify']

/**
 * Which addresses become links without any marks around them: the allowed schemes, `www.` and mail.
 *
 * @see https://github.github.com/gfm/#autolinks-extension-
 */
export function findBareAddresses(markdown: MarkdownIt): void {
  narrowHosts(markdown.linkify)
  widenPaths(markdown.linkify)
  markdown.linkify.set({ maxLength: longestBareAddress })
  markdown.linkify.add('//', null)
  markdown.linkify.add('ftp:', null)
  for (const scheme of ['http:', 'https:', 'irc:', 'ircs:']) {
    markdown.linkify.add(scheme, { validate: hostAndPathLength })
  }
  markdown.linkify.add('xmpp:', {
    validate: (text, start, linkify) => {
      const account = matchLength(linkify.re.get_mailto_validator(), text, start)
      return account && account + matchLength(/(?:\/[a-z0-9@.]*[a-z0-9@])?/iy, text, start + account)
    },
  })
  markdown.linkify.add('www.', {
    validate: (text, start, linkify) => {
      const length = hostAndPathLength(`//${text.slice(start, start + longestBareAddress)}`, 0, linkify)
      return Math.max(0, length - 2)
    },
    normalize: (match) => {
      match.url = `http://${match.url}`
    },
  })
}

/**
 * Takes signs out of the letters a host may have, so that `a@b+c.example` is no mail address. Tildes and backticks
 * stay, because a paragraph is searched for hosts before their pairs are known.
 */
function narrowHosts({ re }: LinkFinder): void {
  const letter = re.get_pseudo_letter().source
  re.get_pseudo_letter = () => new RegExp(`(?:(?![$+=^|])${letter})`)
}

/**
 * Lets closing parentheses and final semicolons into the path of an address, for `endOfAddress` to judge.
 *
 * A parenthesis only where characters of addresses follow: text without spaces, as in Japanese, goes on behind a
 * parenthesis, and so do lists of addresses and other marks of Markdown.
 */
function widenPaths({ re }: LinkFinder): void {
  re.get_path_extra = () => new RegExp(`\\)(?=[\\w)+./?&=%#~@:$-])|;(?=${re.src_ZCc}|$)|`)
}

function hostAndPathLength(text: string, start: number, { re }: LinkFinder): number {
  const length = matchLength(re.get_http_validator(), text, start)
  const end = endOfAddress(text.slice(start, start + length))
  return end > '//'.length ? end : 0
}

function matchLength(pattern: RegExp, text: string, start: number): number {
  pattern.lastIndex = start
  return pattern.exec(text)?.[0].length ?? 0
}
