import { type RefCallback, useEffect, useEffectEvent, useState } from 'react'

/** The next items are requested at least this far before the end. */
export const loadMoreMinPx = 200

interface LoadNearEndOptions {
  /** There is more, no request is running, and the reader wants lists to load more automatically. */
  canLoad: boolean
  load: () => void
  /** How far below the window the end may be. */
  marginPx: () => number
}

/**
 * Loads more of a list as the reader comes near its end.
 *
 * The element at the end needs `overflow-anchor: none`. Otherwise a browser that sees nothing else keeps it in its place
 * when more is put before it, so the page scrolls on and the end stays near.
 *
 * @returns the `ref` for the element at the end.
 */
export function useLoadNearEnd({ canLoad, load, marginPx }: LoadNearEndOptions): RefCallback<Element> {
  const [end, setEnd] = useState<Element | null>(null)
  const margin = useEffectEvent(() => `0px 0px ${marginPx()}px`)
  useEffect(() => {
    if (!end || !canLoad) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.at(-1)?.isIntersecting) load()
      },
      { rootMargin: margin() },
    )
    observer.observe(end)
    return () => observer.disconnect()
  }, [end, canLoad, load])
  return setEnd
}
