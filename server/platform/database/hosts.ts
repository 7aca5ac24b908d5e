/** Splits a URL into the part before its hosts, its hosts, and the rest. `URL` cannot parse several hosts. */
const form = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/s

/**
 * The URL of each host of a URL with several, as libpq writes them: `postgres://user:password@one,two:5433/forum`.
 *
 * @returns the URL itself if it has one host.
 */
export function urlsOfHosts(url: string): string[] {
  const [, start = '', hosts = '', rest = ''] = form.exec(url) ?? []
  return hosts.includes(',') ? hosts.split(',').map((host) => start + host.trim() + rest) : [url]
}
