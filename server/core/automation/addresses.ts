/** Where a link leads. */
export interface Address {
  /** In lower case, without `www.`; foreign letters in their `xn--` form. */
  readonly host: string
  /** Host, path and query. */
  readonly whole: string
}

/** @returns null for what does not lead to a host. */
export function addressOf(url: string): Address | null {
  const complete = /^https?:\/\//i.test(url) ? url : `http://${url}`
  if (!URL.canParse(complete)) return null
  const { hostname, pathname, search } = new URL(complete)
  const host = hostname
    .toLowerCase()
    .replace(/^www\./, '')
    .replace(/\.$/, '')
  if (!host.includes('.')) return null
  return { host, whole: `${host}${pathname}${search}` }
}

/** The addresses in a text, at most 500. */
export function addressesIn(text: string): readonly Address[] {
  const found: Address[] = []
  for (const [url] of text.matchAll(/(?:https?:\/\/|\bwww\.)[^\s<>()[\]"'`]+/gi)) {
    const address = addressOf(url)
    if (address) found.push(address)
    if (found.length === 500) break
  }
  return found
}

/** Domains with all below them, and beginnings of addresses such as `example.com/shop`. */
export class AddressList {
  readonly #hosts = new Set<string>()
  readonly #beginnings: string[] = []

  constructor(entries: readonly string[]) {
    for (const entry of entries) {
      const address = addressOf(entry.trim().replace(/^\*\./, ''))
      if (!address) continue
      const { host, whole } = address
      if (whole === `${host}/`) this.#hosts.add(host)
      else this.#beginnings.push(whole)
    }
  }

  has({ host, whole }: Address): boolean {
    for (let domain = host; domain.includes('.'); domain = domain.slice(domain.indexOf('.') + 1))
      if (this.#hosts.has(domain)) return true
    return this.#beginnings.some((beginning) => whole.startsWith(beginning))
  }
}
