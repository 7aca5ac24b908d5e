/** The URL of a link post as it is sent, or null when it is invalid: it must parse and use http or https. */
export function linkUrl(text: string): string | null {
  const completed = completeUrl(text)
  if (!URL.canParse(completed)) return null
  return /^https?:$/.test(new URL(completed).protocol) ? completed : null
}

/** Adds the scheme that people omit: 'example.com/a' → 'https://example.com/a'. */
export function completeUrl(text: string): string {
  const trimmed = text.trim()
  return startsWithHost.test(trimmed) ? `https://${trimmed}` : trimmed
}

/** Matches host names with a dot, before a port, a path or the end; no scheme contains a dot there. */
const startsWithHost = /^[^\s/?#@:.]+(\.[^\s/?#@:.]+)+(:\d+)?([/?#]|$)/
