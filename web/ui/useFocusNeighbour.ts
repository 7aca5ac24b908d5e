import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Moves the focus when a card or row that has it is removed, so that keyboard users can work through a
 * list.
 *
 * @returns a ref for the element of the card. The focus goes to the next sibling of the same kind, otherwise to the
 * previous one, otherwise to the page.
 */
export function useFocusNeighbour<Kind extends HTMLElement>(): RefObject<Kind | null> {
  const ref = useRef<Kind>(null)
  useLayoutEffect(() => {
    const card = ref.current
    return () => {
      if (!card?.contains(document.activeElement)) return
      const list = card.closest('ul, main')
      const all = [...(list?.querySelectorAll<HTMLElement>(card.localName) ?? [])]
      const index = all.indexOf(card)
      // Waits until the card's dialog is closed, too, because a dialog traps the focus.
      queueMicrotask(() => {
        if (document.activeElement !== document.body) return
        const next = [all[index + 1], all[index - 1]].find((neighbour) => neighbour?.isConnected)
        if (next) next.tabIndex = -1
        const target = next ?? document.getElementById('main')
        target?.focus({ preventScroll: true })
      })
    }
  }, [])
  return ref
}
