import type { Crawled } from './crawl.ts'

/** What vnu says of a page. */
export interface Message {
  readonly type: 'error' | 'info' | 'non-document-error'
  readonly subType?: 'warning'
  readonly url: string
  readonly message: string
  readonly extract?: string
}

/** What is said of our pages on purpose, and why it stays. */
const explained: readonly RegExp[] = [
  // The box in which a wide table scrolls; its name is the caption of the table.
  /^Section lacks heading\./,
]

/** Everything that is not explained, once for all pages with it. */
export function mistakesIn(
  messages: readonly Message[],
  pageAt: (url: string) => Crawled | undefined,
): { sentence: string; on: string[] }[] {
  const found = new Map<string, Set<string>>()
  for (const { type, subType, url, message, extract } of messages) {
    if (type === 'info' && subType !== 'warning') continue
    if (explained.some((pattern) => pattern.test(message))) continue
    const page = pageAt(url)
    const on = found.get(message) ?? new Set()
    found.set(
      message,
      on.add(`${page?.reader} ${page?.path}: ${(extract ?? '').replace(/\s+/g, ' ').trim()}`),
    )
  }
  return [...found].map(([sentence, on]) => ({ sentence, on: [...on] }))
}
