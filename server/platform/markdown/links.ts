/** The `rel` of links to other hosts: the site does not endorse them. */
const elsewhereRel = 'nofollow ugc noreferrer noopener'
/** Members cannot write it, because quotation marks are escaped. */
const storedRel = ` rel="${elsewhereRel}"`

/**
 * Rendered Markdown of members as it is sent: by default, its links are marked as not endorsed by the site.
 *
 * @param isFollowed whether search engines may count the links as endorsed by the site.
 */
export const withLinkRel = (html: string, { isFollowed }: { isFollowed: boolean }): string =>
  isFollowed ? html.replaceAll(storedRel, ' rel="noreferrer noopener"') : html

/** The URLs of other hosts that a rendered text links to, as they are written in its HTML. */
export const outsideLinks = (html: string): string[] =>
  [...html.matchAll(/ href="([^"]*)" rel="nofollow/g)].map(([, address = '']) => address)

/**
 * Rendered Markdown with ids of footnotes that no other text on a page has, even if it reads the same.
 *
 * @param key of what has the text, in letters and digits.
 */
export const withIds = (html: string, key: string): string =>
  html.includes(' id="fnref-') ? html.replace(/((?:\shref="#| id=")fn(?:ref)?-)/g, `$1${key}-`) : html

/** The schemes that links in texts may have (docs/spec/markdown.md). */
const allowedSchemes = new Set(['http', 'https', 'irc', 'ircs', 'mailto', 'xmpp'])

/**
 * Whether a member's text may link to this URL.
 *
 * Absolute URLs need an allowed scheme, and for http and irc a host. Relative URLs stay on our own host, so the
 * protocol-relative `//elsewhere` is not allowed. Blanks, control characters and backslashes are not allowed either,
 * because browsers interpret them differently, nor a name or password: `https://bank.example@elsewhere.example/` reads
 * like another host than the one it leads to.
 *
 * @param address the URL with entities and escapes already decoded.
 */
export function isAllowedUrl(address: string): boolean {
  for (const character of address) {
    if (character <= ' ' || character === '\\' || character === '\u007f') return false
  }
  const scheme = /^([^/?#]*?):/.exec(address)?.[1]?.toLowerCase()
  if (scheme === undefined) return !address.startsWith('//')
  if (!allowedSchemes.has(scheme)) return false
  if (scheme === 'mailto' || scheme === 'xmpp') return true
  return /^\w+:\/\/[^/?#@]+(?:[/?#]|$)/.test(address) && URL.canParse(address)
}

/** Whether a URL leads to a part of the document that it is in: `#part`, or nothing at all. */
export const isFragment = (address: string): boolean => address === '' || address.startsWith('#')

/**
 * The attributes of a link to an allowed URL, `href` included. Relative URLs begin at the root of the forum, because the
 * same text is read on pages of different paths, in feeds and in mails.
 *
 * - Pages of our own host: `data-internal`, so that the router of the page follows them.
 * - Our API, such as `/api/docs`, and `/licences`: a plain link, because the router has no such page.
 * - Images of our own host, `/images/…`: open in a new tab.
 * - Other hosts: open in a new tab, with no referrer and `nofollow`.
 * - Mail and chat: no new tab, because they open a program.
 *
 * @param siteHosts hosts of this forum, also former ones, in lower case, with a non-standard port; without any, only relative URLs count as our own.
 */
export function linkAttributes(
  written: string,
  siteHosts: readonly string[] = [],
): [name: string, value: string][] {
  const address = fromRoot(written)
  const own = ownPath(address, siteHosts)
  if (own === null) {
    const elsewhere: [string, string][] = [
      ['href', address],
      ['rel', elsewhereRel],
      ['referrerpolicy', 'no-referrer'],
    ]
    return /^https?:/i.test(address) || isPath(address) ? [...elsewhere, ['target', '_blank']] : elsewhere
  }
  if (own.startsWith('/api/') || own === '/licences') return [['href', own]]
  if (own.startsWith('/images/'))
    return [
      ['href', own],
      ['rel', 'noopener'],
      ['target', '_blank'],
    ]
  return [
    ['href', own],
    ['data-internal', ''],
  ]
}

/** The path of a URL on our own host, or null for another host. */
function ownPath(address: string, siteHosts: readonly string[]): string | null {
  if (!isPath(address)) {
    if (!/^https?:/i.test(address)) return null
    const url = new URL(address)
    if (!siteHosts.includes(url.host) || url.username || url.password) return null
    return safePath(url.pathname + url.search + url.hash)
  }
  if (isFragment(address)) return address
  const url = new URL(address, 'http://own.invalid')
  return safePath(url.pathname + url.search + url.hash)
}

const fromRoot = (address: string): string =>
  isPath(address) && !isFragment(address) && !address.startsWith('/') ? `/${address}` : address

function isPath(address: string): boolean {
  return !/^[^/?#]*:/.test(address)
}

// Without its origin, a path that begins with two slashes would be a protocol-relative URL of another host.
function safePath(path: string): string | null {
  return /^[^?#]*\/\//.test(path) ? null : path
}
