import { type ComponentPropsWithRef, createContext, type MouseEvent, useContext } from 'react'
import { opensNewTab } from './opensNewTab.ts'

export type LinkProps = Omit<ComponentPropsWithRef<'a'>, 'href'> & { href: string }

/** Navigates to a path of the site. Without a provider, the browser follows all links. */
export const NavigateContext = createContext<((path: string) => void) | null>(null)

/**
 * A link. Paths of the site ("/all") are opened by the router, everything else ("https://…", "mailto:…", "#part", a
 * `target`) by the browser. Either way it is an `<a href>`: middle click and copying the URL work.
 */
export function Link({ href, onClick, ...rest }: LinkProps) {
  const navigate = useContext(NavigateContext)
  const isSitePath = href.startsWith('/') && !href.startsWith('//')
  const isHandled = navigate && isSitePath && !rest.target && rest.download === undefined
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    if (opensNewTab(event)) return
    onClick?.(event)
    if (event.defaultPrevented) return
    event.preventDefault()
    navigate?.(href)
  }
  return <a href={href} onClick={isHandled ? follow : onClick} {...rest} />
}
