import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Hands the focus on when a card or row goes while it has it, as it does when it has been dealt with: whoever works
 * through a list with the keyboard goes on at the same place.
 *
 * @returns for the element of the card, whose neighbours are the elements of the same kind: the next gets the focus,
 * otherwise the one before, otherwise the page.
 */
export function useFocusNeighbour<Kind extends HTMLElement>(): RefObject<Kind | null> {
  const ref = useRef<Kind>(null)
  useLayoutEffect(() => {
    const card = ref.current
    return () => {
      if (!card?.contains(document.activeElement)) return
      const list = card.closest('ul, main')
      const all = [...(list?.querySelectorAll<HTMLElement>(card.localName) ?? [])]
      const place = all.indexOf(card)
      // Not before a dialog on the card has gone, too: it lets nothing outside of it have the focus.
      queueMicrotask(() => {
        if (document.activeElement !== document.body) return
        const next = [all[place + 1], all[place - 1]].find((neighbour) => neighbour?.isConnected)
        if (next) next.tabIndex = -1
        const target = next ?? document.getElementById('main')
        target?.focus({ preventScroll: true })
      })
    }
  }, [])
  return ref
}
