/**
 * A URL from outside ("where to go after login"), when it leads to a page of this site.
 *
 * @returns path and query; `/` for anything that would lead elsewhere, like `//host`, `/\host` or `https://host`.
 */
export function sameSitePath(untrusted: string | null): string {
  const here = 'http://here.invalid'
  if (!untrusted?.startsWith('/') || !URL.canParse(untrusted, here)) return '/'
  const url = new URL(untrusted, here)
  return url.origin === here ? url.pathname + url.search : '/'
}
