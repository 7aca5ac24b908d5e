/** The text of a URL up to its hosts, its hosts, and the rest. Several hosts are no valid URL, so `URL` cannot parse it. */
const form = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/s

/**
 * The URL of each host of a URL with several, as libpq writes them: `postgres://user:password@one,two:5433/forum`.
 *
 * @returns the URL itself where it has one host.
 */
export function urlsOfHosts(url: string): string[] {
  const [, start = '', hosts = '', rest = ''] = form.exec(url) ?? []
  return hosts.includes(',') ? hosts.split(',').map((host) => start + host.trim() + rest) : [url]
}
