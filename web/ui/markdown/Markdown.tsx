import { type KeyboardEvent, useEffect, useRef } from 'react'
import { classNames } from '../classNames.ts'
import { opensNewTab } from '../navigation/opensNewTab.ts'

interface MarkdownProps {
  /** Rendered and sanitized by the server; never pass other HTML. */
  html: string
  /** Called with the path of an internal link, instead of loading a new document. */
  onNavigate?: (href: string) => void
  /** Set for a line without blocks, of which the renderer says no direction. */
  dir?: 'auto'
  className?: string | undefined
}

/** Rendered Markdown. The only component that inserts HTML as text. */
export function Markdown({ html, onNavigate, className, dir }: MarkdownProps) {
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
  // Spread, because the linter forbids the attribute and this is its only legitimate use.
  const content = { dangerouslySetInnerHTML: { __html: html } }
  // A line may stand where blocks may not, such as in a summary.
  const Box = dir ? ('span' as 'div') : 'div'
  return (
    <Box
      ref={body}
      dir={dir ?? 'ltr'}
      className={classNames('md', className)}
      onKeyDown={uncoverByEnter}
      {...content}
    />
  )
}

/** A spoiler in a line is a checkbox, which browsers only change by Space. */
function uncoverByEnter({ key, target }: KeyboardEvent): void {
  if (key === 'Enter' && target instanceof HTMLInputElement && target.type === 'checkbox') target.click()
}

/**
 * The path of a link into the forum, or null. The server marks links that it recognizes as internal; without `SITE_URL`
 * only the browser knows the host. Images and the API are not pages.
 */
function hrefInTheForum(link: HTMLAnchorElement): string | null {
  if (link.dataset.internal !== undefined) return link.getAttribute('href')
  if (link.origin !== location.origin || /^\/(?:images\/|api\/|\/)/.test(link.pathname)) return null
  return link.pathname + link.search + link.hash
}

/** A plain click: not one for a new tab or window, and not already handled. */
function isPlainClick(event: MouseEvent): boolean {
  const modified = opensNewTab(event)
  return event.button === 0 && !modified && !event.defaultPrevented
}
