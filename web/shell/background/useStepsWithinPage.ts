import { useEffect } from 'react'

/**
 * Restores the scroll position when a step back leads from a part of the page, such as the comment above a reply, to where its link was
 * followed. Browsers would, but the pages restore positions themselves.
 */
export function useStepsWithinPage(): void {
  useEffect(() => {
    const left = new AbortController()
    const { signal } = left
    const places = new Map<string, number>()
    addEventListener(
      'click',
      ({ target }) => {
        const isWithin = target instanceof Element && target.closest('a[href^="#"]')
        if (isWithin) places.set(nameOfEntry(), scrollY)
      },
      { capture: true, signal },
    )
    addEventListener(
      'popstate',
      () => {
        const place = places.get(nameOfEntry())
        if (place === undefined) return
        // A later step to this entry is another one, such as closing a dialog.
        places.delete(nameOfEntry())
        scrollTo(0, place)
      },
      { signal },
    )
    return () => left.abort()
  }, [])
}

/** Names the entry of the history by its page and its place among others. */
const nameOfEntry = () => `${history.state?.key} ${history.state?.index}`
