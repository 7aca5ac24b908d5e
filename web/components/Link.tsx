import type { ComponentPropsWithRef } from 'react'
import { Link as RouterLink } from 'wouter'

export type LinkProps = Omit<ComponentPropsWithRef<'a'>, 'href'> & { href: string }

/**
 * A link. Paths of ours ("/all") are opened by the router, everything else ("https://…", "mailto:…", "#part", a
 * `target`) by the browser. Either way it is an `<a href>`: middle click and copying the address work.
 */
export function Link({ href, ...rest }: LinkProps) {
  const isPathOfOurs = href.startsWith('/') && !href.startsWith('//')
  return isPathOfOurs && !rest.target && rest.download === undefined ? (
    <RouterLink href={href} {...rest} />
  ) : (
    <a href={href} {...rest} />
  )
}
