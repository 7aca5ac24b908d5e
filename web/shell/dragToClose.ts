/** It closes when it is dragged this far to the left, or this fast. */
const enoughPx = 90
const enoughPxPerMs = 0.5
/** Shorter moves may be the beginning of a scroll. */
const slackPx = 8

/**
 * Closes a drawer at the left edge when it is dragged to the left; shorter drags snap back. Its style sheet needs
 * `touch-action: pan-y`, so that it still scrolls vertically.
 *
 * @returns a function that stops it.
 */
export function dragToClose(element: HTMLElement, onClose: () => void): () => void {
  let start: PointerEvent | null = null
  let isDragged = false
  const begin = (event: PointerEvent) => {
    if (event.isPrimary && event.pointerType !== 'mouse') start = event
  }
  const move = (event: PointerEvent) => {
    if (!start || event.pointerId !== start.pointerId) return
    const left = Math.min(0, event.clientX - start.clientX)
    isDragged ||= left < -slackPx
    if (isDragged) place(left)
  }
  const end = (event: PointerEvent) => {
    if (!start || event.pointerId !== start.pointerId) return
    const left = start.clientX - event.clientX
    const isFast = left > slackPx && left / (event.timeStamp - start.timeStamp) > enoughPxPerMs
    start = null
    if (!isDragged) return
    isDragged = false
    // Prevents a click on the element where the pointer is released.
    element.addEventListener('click', swallow, { capture: true, once: true })
    setTimeout(() => element.removeEventListener('click', swallow, { capture: true }))
    if (event.type === 'pointerup' && (left > enoughPx || isFast)) onClose()
    else place(0)
  }
  function place(leftPx: number): void {
    element.style.transform = leftPx === 0 ? '' : `translateX(${leftPx}px)`
  }
  element.addEventListener('pointerdown', begin)
  element.addEventListener('pointermove', move)
  element.addEventListener('pointerup', end)
  element.addEventListener('pointercancel', end)
  return () => {
    element.removeEventListener('pointerdown', begin)
    element.removeEventListener('pointermove', move)
    element.removeEventListener('pointerup', end)
    element.removeEventListener('pointercancel', end)
  }
}

function swallow(event: Event): void {
  event.preventDefault()
  event.stopPropagation()
}
