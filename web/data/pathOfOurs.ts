/**
 * An address that came from outside ("where to go after login"), when it leads to a page of this site.
 *
 * @returns path and query; `/` for anything that would lead elsewhere, like `//host`, `/\host` or `https://host`.
 */
export function pathOfOurs(address: string | null): string {
  const here = 'http://here.invalid'
  if (!address?.startsWith('/') || !URL.canParse(address, here)) return '/'
  const url = new URL(address, here)
  return url.origin === here ? url.pathname + url.search : '/'
}
