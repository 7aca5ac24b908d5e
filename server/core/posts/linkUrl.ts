import { limits } from '../../../contract/limits.ts'

const otherScheme = /^[a-z][a-z0-9+.-]*:(?!\d)/i
const startsWithHost = /^[^\s/?#@]+\.[^\s/?#@.:]+(?:[/?#:]|$)/
/** A valid DNS name or IPv6 address. */
const usualHostname = /^(?:[a-z0-9._-]{1,253}|\[[0-9a-f:.]+\])$/

/**
 * Parses the URL of a link post as generously as a browser would: spaces around it are dropped, a missing scheme
 * becomes http, spaces and other characters inside are percent-encoded. A name and password in front of the host are dropped: a post would publish them, and
 * `https://bank.example@elsewhere.example/` reads like another host than the one it leads to.
 *
 * @returns `url` in ASCII, complete; `hostname` in lower case, without port, foreign letters in their `xn--` form, from
 * which `shownHost` makes what people read. null for anything that does not lead to a host over
 * http or https.
 */
export function parseLinkUrl(text: string): { url: string; hostname: string } | null {
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
  const url = new URL(candidate)
  if (!usualHostname.test(url.hostname)) return null
  url.username = ''
  url.password = ''
  return { url: url.href, hostname: url.hostname }
}

/** Whether a URL that `parseLinkUrl` has made is too long to be stored: a part of it would lead elsewhere. */
export const isTooLongUrl = (url: string): boolean => url.length > limits.linkMaxBytes
