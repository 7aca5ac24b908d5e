const csrfTokenKey = 'csrfToken'

/** What proves that a call comes from a page of ours. */
export function csrfToken(): string {
  const cookie = /(?:^|; )csrftoken=([^;]*)/.exec(document.cookie)
  if (cookie?.[1]) return decodeURIComponent(cookie[1])
  try {
    return localStorage.getItem(csrfTokenKey) ?? ''
  } catch {
    return ''
  }
}

/** Stores the token of an answer; null changes nothing. */
export function keepCsrfToken(token: string | null): void {
  if (!token) return
  try {
    localStorage.setItem(csrfTokenKey, token)
  } catch {
    // Storage is switched off; the cookie is enough.
  }
}
