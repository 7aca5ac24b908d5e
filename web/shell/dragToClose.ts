import { towardEnd } from '../ui/direction.ts'

/** It closes when it is dragged this far to its edge, or this fast. */
const enoughPx = 90
const enoughPxPerMs = 0.5
/** Shorter moves may be the beginning of a scroll. */
const slackPx = 8

/**
 * Closes a drawer when it is dragged to its edge, at which lines begin; shorter drags snap back. Its style sheet needs
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
    const away = Math.max(0, draggedPx(start, event))
    isDragged ||= away > slackPx
    if (isDragged) place(away)
  }
  const end = (event: PointerEvent) => {
    if (!start || event.pointerId !== start.pointerId) return
    const away = draggedPx(start, event)
    const isFast = away > slackPx && away / (event.timeStamp - start.timeStamp) > enoughPxPerMs
    start = null
    if (!isDragged) return
    isDragged = false
    // Prevents a click on the element where the pointer is released.
    element.addEventListener('click', swallow, { capture: true, once: true })
    setTimeout(() => element.removeEventListener('click', swallow, { capture: true }))
    if (event.type === 'pointerup' && (away > enoughPx || isFast)) onClose()
    else place(0)
  }
  function place(awayPx: number): void {
    element.style.transform = awayPx === 0 ? '' : `translateX(${-awayPx * towardEnd()}px)`
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

/** How far a pointer moved to the edge of the drawer. */
const draggedPx = (from: PointerEvent, to: PointerEvent): number => (from.clientX - to.clientX) * towardEnd()

function swallow(event: Event): void {
  event.preventDefault()
  event.stopPropagation()
}
