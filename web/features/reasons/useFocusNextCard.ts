import { type RefObject, useEffect, useRef } from 'react'

/**
 * Moves the focus on when the card around a dialog is removed with the dialog: in a feed, with every element that could take it.
 *
 * @param inside an element of the dialog.
 * @returns call `choose` before the card is removed, and `forget` if it stays.
 */
export function useFocusNextCard(inside: RefObject<Element | null>) {
  const next = useRef<HTMLElement>(null)
  // Waits until the dialog has closed and given the focus back to the button of a menu that is removed, too.
  useEffect(() => () => next.current?.focus({ preventScroll: true }), [])
  return {
    choose() {
      next.current = linkAfter(inside.current?.closest('article'))
    },
    forget() {
      next.current = null
    },
  }
}

/** The title link of the next card in a feed, otherwise of the previous one; null elsewhere. */
function linkAfter(card: Element | null | undefined): HTMLElement | null {
  const titles = [...document.querySelectorAll<HTMLElement>('main article h2 a')]
  const index = titles.findIndex((title) => card?.contains(title))
  return index < 0 ? null : (titles[index + 1] ?? titles[index - 1] ?? null)
}
