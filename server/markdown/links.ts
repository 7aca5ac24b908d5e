/** The schemes a link may have; specification, core §5. */
const allowedSchemes = new Set(['http', 'https', 'irc', 'ircs', 'mailto', 'xmpp'])

/**
 * Whether user text may link to `address`.
 *
 * Absolute addresses need one of the allowed schemes, and web and chat addresses a host. Addresses without a scheme
 * stay on our own host, so `//elsewhere` is refused: it names a host but no scheme. Refused as well is what a browser
 * would read otherwise than we do, that is, blanks, control characters and backslashes.
 *
 * @param address with entities and escapes already decoded.
 */
export function isAllowedAddress(address: string): boolean {
  for (const character of address) {
    if (character <= ' ' || character === '\\' || character === '\u007f') return false
  }
  const scheme = /^([^/?#]*?):/.exec(address)?.[1]?.toLowerCase()
  if (scheme === undefined) return !address.startsWith('//')
  if (!allowedSchemes.has(scheme)) return false
  if (scheme === 'mailto' || scheme === 'xmpp') return true
  return /^\w+:\/\/[^/?#]/.test(address) && URL.canParse(address)
}

/**
 * The attributes of the link to an allowed address, the address itself among them.
 *
 * - A page of our own host: a path the page's router follows, marked `data-internal`.
 * - An address of the API, such as `/api/docs`: no page of the router.
 * - An image of our own host, `/images/…`: opens in a new tab.
 * - A page elsewhere: opens in a new tab, does not learn where the reader came from and gains no rank.
 * - Mail and chat open a program instead of a page, so they get no tab.
 *
 * @param siteHost host and, unless it is the usual one, port of this forum; without it only paths are our own.
 */
export function linkAttributes(address: string, siteHost?: string): [name: string, value: string][] {
  const own = ownPath(address, siteHost)
  if (own === null) {
    const elsewhere: [string, string][] = [
      ['href', address],
      ['rel', 'nofollow noreferrer noopener'],
      ['referrerpolicy', 'no-referrer'],
    ]
    return /^https?:/i.test(address) || isPath(address) ? [...elsewhere, ['target', '_blank']] : elsewhere
  }
  if (own.startsWith('/api/')) return [['href', own]]
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

/** The path of an address on our own host, or null when it is elsewhere. */
function ownPath(address: string, siteHost: string | undefined): string | null {
  if (!isPath(address)) {
    if (!/^https?:/i.test(address)) return null
    const url = new URL(address)
    if (!siteHost || url.host !== siteHost.toLowerCase() || url.username || url.password) return null
    return safePath(url.pathname + url.search + url.hash)
  }
  if (!address.startsWith('/')) return safePath(address)
  const url = new URL(address, 'http://own.invalid')
  return safePath(url.pathname + url.search + url.hash)
}

function isPath(address: string): boolean {
  return !/^[^/?#]*:/.test(address)
}

// Two slashes in a path would make it the name of another host once it stands alone or its dots are resolved.
function safePath(path: string): string | null {
  return /^[^?#]*\/\//.test(path) ? null : path
}
