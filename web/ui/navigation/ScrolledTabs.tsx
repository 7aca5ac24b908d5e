import { type ComponentProps, useEffect, useRef } from 'react'
import { TabLinks } from './TabLinks.tsx'

/** Tabs that do not fit on a phone: scrolls the current one into view. */
export function ScrolledTabs({
  className,
  ...tabs
}: ComponentProps<typeof TabLinks> & { className?: string | undefined }) {
  const ref = useRef<HTMLDivElement>(null)
  const current = tabs.items.find((item) => item.current)?.href
  useEffect(() => {
    ref.current?.querySelector(`[href="${current}"]`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [current])
  return (
    <div ref={ref} className={className}>
      <TabLinks {...tabs} />
    </div>
  )
}
