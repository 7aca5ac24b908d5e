/** A little more than the distance of a fast scroll in one frame. */
const marginPx = 400

type Listener = (isNear: boolean) => void

const listeners = new WeakMap<Element, Set<Listener>>()
let observer: IntersectionObserver | null = null

/**
 * Calls `listener` when an element comes near the viewport and when it leaves again.
 *
 * There may be thousands of elements, and each observed one costs time in every frame. So all share one observer, and
 * an element in a slice of a long list (`data-slice`) is observed through its slice.
 *
 * @returns a function that stops it.
 */
export function observeNearViewport(element: Element, listener: Listener): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries)
        for (const notify of listeners.get(target) ?? []) notify(isIntersecting)
    },
    { rootMargin: `${marginPx}px` },
  )
  const shared = observer
  const observed = element.closest('[data-slice]') ?? element
  const ofElement = listeners.get(observed) ?? new Set()
  ofElement.add(listener)
  listeners.set(observed, ofElement)
  // Observing again reports the current state, which a new listener of a known slice needs, too.
  shared.unobserve(observed)
  shared.observe(observed)
  return () => {
    ofElement.delete(listener)
    if (ofElement.size === 0) shared.unobserve(observed)
  }
}
