const csrfTokenKey = 'csrfToken'

export const hasCsrfCookie = (): boolean => /(?:^|; )csrftoken=./.test(document.cookie)

/** Proves that a call comes from a page of this site. */
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
export function storeCsrfToken(token: string | null): void {
  if (!token) return
  try {
    localStorage.setItem(csrfTokenKey, token)
  } catch {
    // Storage is switched off; the cookie is enough.
  }
}
