/** In characters: redirects repeat it in a header. */
const longest = 2000

/**
 * A URL from outside ("where to go after login"), when it leads to a page of this site.
 *
 * @returns path and query as the browser would request them; `/` for anything that would lead elsewhere, like `//host`,
 * `/\host` or `https://host`, and for anything that becomes such a URL once `.` and `..` are resolved, like `/.//host`,
 * and for what is longer than the paths of this site.
 */
export function sameSitePath(untrusted: string | null): string {
  const here = 'http://here.invalid'
  if (!untrusted?.startsWith('/') || untrusted.length > longest || !URL.canParse(untrusted, here)) return '/'
  const url = new URL(untrusted, here)
  if (url.origin !== here || url.pathname.startsWith('//')) return '/'
  return url.pathname + url.search
}
