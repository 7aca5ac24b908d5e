/** A little more than what a fast scroll passes in one frame. */
const marginPx = 400

type Tell = (isNear: boolean) => void

const callbacks = new WeakMap<Element, Set<Tell>>()
let observer: IntersectionObserver | null = null

/**
 * Tells when an element comes near the window and when it is far again. One observer serves all, and what stands in a
 * slice of a long list (`data-slice`) is as near as its slice: each observed element takes its time in every frame,
 * and there may be thousands.
 *
 * @returns what ends it.
 */
export function whileNear(element: Element, tell: Tell): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries)
        for (const tellOne of callbacks.get(target) ?? []) tellOne(isIntersecting)
    },
    { rootMargin: `${marginPx}px` },
  )
  const used = observer
  const observed = element.closest('[data-slice]') ?? element
  const others = callbacks.get(observed)
  const tellers = others ?? new Set()
  tellers.add(tell)
  callbacks.set(observed, tellers)
  // Who comes later must hear where the slice is, too.
  used.unobserve(observed)
  used.observe(observed)
  return () => {
    tellers.delete(tell)
    if (tellers.size === 0) used.unobserve(observed)
  }
}
