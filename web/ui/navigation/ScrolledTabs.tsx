import { type ComponentProps, useEffect, useRef } from 'react'
import { TabLinks } from './TabLinks.tsx'

/** Tabs of which there are more than fit on a phone: the current one comes into view. */
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
