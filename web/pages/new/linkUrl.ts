/** The address of a link post as it is sent, or null when it is none: it must parse and use http or https. */
export function linkUrl(text: string): string | null {
  const completed = completeUrl(text)
  if (!URL.canParse(completed)) return null
  return /^https?:$/.test(new URL(completed).protocol) ? completed : null
}

/** What was typed with the scheme that people leave out: 'example.com/a' → 'https://example.com/a'. */
export function completeUrl(text: string): string {
  const trimmed = text.trim()
  return startsWithHost.test(trimmed) ? `https://${trimmed}` : trimmed
}

/** Names with a dot in them, before a port, a path or the end; no scheme has one of these. */
const startsWithHost = /^[^\s/?#@:.]+(\.[^\s/?#@:.]+)+(:\d+)?([/?#]|$)/
