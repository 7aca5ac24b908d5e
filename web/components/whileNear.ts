/** A little more than what a fast scroll passes in one frame. */
const marginPx = 400

const callbacks = new WeakMap<Element, (isNear: boolean) => void>()
let observer: IntersectionObserver | null = null

/**
 * Tells when an element comes near the window and when it is far again. One observer serves all: thousands of elements
 * that each watch something of their own would take up every frame.
 *
 * @returns what ends it.
 */
export function whileNear(element: Element, tell: (isNear: boolean) => void): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) callbacks.get(target)?.(isIntersecting)
    },
    { rootMargin: `${marginPx}px` },
  )
  const used = observer
  callbacks.set(element, tell)
  used.observe(element)
  return () => {
    callbacks.delete(element)
    used.unobserve(element)
  }
}
