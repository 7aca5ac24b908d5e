import { type ComponentPropsWithRef, createContext, type MouseEvent, useContext } from 'react'
import { opensNewTab } from './opensNewTab.ts'

export type LinkProps = Omit<ComponentPropsWithRef<'a'>, 'href'> & { href: string }

/** Goes to a path of ours. Where nobody gives this, the browser follows all links itself. */
export const NavigateContext = createContext<((path: string) => void) | null>(null)

/**
 * A link. Paths of ours ("/all") are opened without leaving the program, everything else ("https://…", "mailto:…",
 * "#part", a `target`) by the browser. Either way it is an `<a href>`: middle click and copying the address work.
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
