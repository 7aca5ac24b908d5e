import { readHtml } from '../support/html.ts'

/** A page as a reader got it. */
export interface Crawled {
  readonly reader: string
  readonly path: string
  /** Its path without what differs from page to page of one kind. */
  readonly kind: string
  readonly html: string
}

/** There may be many pages with an id, number or name. */
const kindOf = (path: string): string =>
  path
    .replace(/\/post\/[\w-]+/, '/post/_')
    .replace(/^\/@\w+/, '/@_')
    .replace(/\b(after|before|next|page|q|community|author|token|days)=[^&]*/g, '$1')
    .replace(/\d{2,}/g, '_')

/** Follows the links of pages on this site, also to pages that do not exist. */
export async function crawl(
  origin: string,
  {
    reader,
    cookies,
    start,
    perKind,
  }: { reader: string; cookies: string; start: readonly string[]; perKind: number },
): Promise<Crawled[]> {
  const pages: Crawled[] = []
  const seen = new Set<string>(start)
  const counts = new Map<string, number>()
  const queue = [...start]
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    const kind = kindOf(path)
    const count = counts.get(kind) ?? 0
    if (count >= perKind) continue
    counts.set(kind, count + 1)
    const answer = await fetch(origin + path, { headers: { cookie: cookies, accept: 'text/html' } })
    if (!answer.headers.get('content-type')?.startsWith('text/html')) continue
    const html = await answer.text()
    pages.push({ reader, path, kind, html })
    for (const { attribs } of readHtml(html).all('a')) {
      const { href = '', target, download } = attribs
      if (!href || download !== undefined || (target === '_blank' && !href.startsWith('/'))) continue
      const url = new URL(href, origin + path)
      const next = url.pathname + url.search
      if (url.origin !== origin || /^\/(?:api|images)\//.test(next) || seen.has(next)) continue
      seen.add(next)
      queue.push(next)
    }
  }
  return pages
}
