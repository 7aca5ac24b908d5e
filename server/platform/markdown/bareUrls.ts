import type { MarkdownIt } from 'markdown-it'

/**
 * The length of a bare URL in running text: trailing punctuation belongs to the sentence, and so does a closing
 * parenthesis that the URL did not open; `&copy;` at the end is an entity. Linear in the length.
 *
 * @see https://github.github.com/gfm/#extended-autolink-path-validation
 */
function endOfUrl(url: string): number {
  let end = url.length
  let unopened = url.split(')').length - url.split('(').length
  for (;;) {
    const last = end - 1
    const character = url[last] ?? ''
    if (character === ';') end = startOfEntity(url, last) ?? last
    else if (character === ')' && unopened > 0) [end, unopened] = [last, unopened - 1]
    else if (/[?!.,:*_~]/.test(character)) end = last
    else return end
  }
}

/** The index at which the entity that ends at `semicolon` begins, or null when there is none. */
function startOfEntity(url: string, semicolon: number): number | null {
  let start = semicolon - 1
  while (/[a-z0-9]/i.test(url[start] ?? '')) start -= 1
  return url[start] === '&' && start < semicolon - 1 ? start : null
}

// In characters. Limits the cost of finding the end of a URL; longer URLs are not useful to readers.
const bareUrlMaxLength = 2_000

type Linkify = MarkdownIt['linkify']

/**
 * Turns bare URLs into links: those of the allowed schemes, `www.` and mail addresses.
 *
 * @see https://github.github.com/gfm/#autolinks-extension-
 */
export function linkBareUrls(markdown: MarkdownIt): void {
  narrowHosts(markdown.linkify)
  seeBehindTildes(markdown.linkify)
  widenPaths(markdown.linkify)
  markdown.linkify.set({ maxLength: bareUrlMaxLength })
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
      const length = hostAndPathLength(`//${text.slice(start, start + bareUrlMaxLength)}`, 0, linkify)
      return Math.max(0, length - 2)
    },
    normalize: (match) => {
      match.url = `http://${match.url}`
    },
  })
}

/**
 * Removes `$+=^|` from the characters of a host, so that `a@b+c.example` is not a mail address. Tildes and backticks
 * stay, because linkify scans a paragraph before strikethrough and code are parsed.
 */
function narrowHosts({ re }: Linkify): void {
  const letter = re.get_pseudo_letter().source
  re.get_pseudo_letter = () => new RegExp(`(?:(?![$+=^|])${letter})`)
}

/**
 * Lets a struck `~~www.a.example~~` be a link. The parser first asks for a whole paragraph, tildes included, whether it may have
 * links, and then finds them in the texts between.
 */
function seeBehindTildes(linkify: Linkify): void {
  const { test, match } = linkify
  linkify.test = (text) => test.call(linkify, text.replaceAll('~', ' '))
  // The parser expects a list wherever the answer was yes.
  linkify.match = (text) => match.call(linkify, text) ?? []
}

/**
 * Lets the path of a URL include closing parentheses and final semicolons; `endOfUrl` decides about them.
 *
 * A parenthesis belongs to a URL only if characters of a URL follow it. In text without spaces, such as Japanese, and before
 * other URLs or Markdown syntax, it belongs to the sentence.
 */
function widenPaths({ re }: Linkify): void {
  re.get_path_extra = () => new RegExp(`\\)(?=[\\w)+./?&=%#~@:$-])|;(?=${re.src_ZCc}|$)|`)
}

/**
 * A name and password in front of a host, and what follows without a space. It is found as a whole, and refused by
 * `isAllowedUrl`. Bounded, because every scheme is tried.
 */
const urlWithUser = /\/\/[^\s/?#<>[\]"]{0,200}@[^\s<>]{0,2000}/y

function hostAndPathLength(text: string, start: number, { re }: Linkify): number {
  const withUser = matchLength(urlWithUser, text, start)
  if (withUser > 0) return endOfUrl(text.slice(start, start + withUser))
  const length = matchLength(re.get_http_validator(), text, start)
  const end = endOfUrl(text.slice(start, start + length))
  return end > '//'.length ? end : 0
}

function matchLength(pattern: RegExp, text: string, start: number): number {
  pattern.lastIndex = start
  return pattern.exec(text)?.[0].length ?? 0
}
