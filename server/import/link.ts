const otherScheme = /^[a-z][a-z0-9+.-]*:(?!\d)/i
const startsWithHost = /^[^\s/?#@]+\.[^\s/?#@.:]+(?:[/?#:]|$)/

/**
 * Reads the address of a link post as generously as a browser would: spaces around it are dropped, a missing scheme
 * becomes http, spaces and other characters inside are percent-encoded.
 *
 * @returns null for anything that does not lead to a host over http or https.
 */
export function linkOf(text: string): { url: string; hostname: string } | null {
  const trimmed = text.trim()
  const isComplete = /^https?:\/\//i.test(trimmed)
  if (
    !isComplete &&
    !trimmed.startsWith('//') &&
    (otherScheme.test(trimmed) || !startsWithHost.test(trimmed))
  )
    return null
  const candidate = isComplete ? trimmed : `http://${trimmed.replace(/^\/\//, '')}`
  if (!URL.canParse(candidate)) return null
  const { href, hostname } = new URL(candidate)
  return hostname === '' ? null : { url: href, hostname }
}
