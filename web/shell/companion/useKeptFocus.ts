import { useEffect } from 'react'

/** Lets go of who gives the focus away on purpose, a moment after something went. */
const patienceMs = 50

/** An element around what has the focus, and what stood beside it there. */
interface Step {
  readonly element: Element
  readonly next: Element | null
  readonly previous: Element | null
}

/**
 * Browsers leave the focus nowhere when what has it goes, as a row of a list that was just deleted: people who hear the
 * page would start at its top again. It goes to the row that follows, else to the one before, else to the page.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let way: readonly Step[] = []
    let waiting: ReturnType<typeof setTimeout> | undefined
    const remember = ({ target }: FocusEvent) => {
      clearTimeout(waiting)
      way = target instanceof Element ? wayTo(target) : []
    }
    const look = () => {
      if (document.activeElement !== document.body || way[0]?.element.isConnected !== false) return
      clearTimeout(waiting)
      waiting = setTimeout(() => {
        const lost = way
        way = []
        if (document.activeElement === document.body) heirOf(lost)?.focus({ preventScroll: true })
      }, patienceMs)
    }
    const observer = new MutationObserver(look)
    observer.observe(document.body, { childList: true, subtree: true })
    addEventListener('focusin', remember)
    return () => {
      clearTimeout(waiting)
      observer.disconnect()
      removeEventListener('focusin', remember)
    }
  }, [])
}

function wayTo(focused: Element): Step[] {
  const way: Step[] = []
  for (
    let element: Element | null = focused;
    element && element !== document.body;
    element = element.parentElement
  )
    way.push({ element, next: element.nextElementSibling, previous: element.previousElementSibling })
  return way
}

/** Who gets the focus of an element that has gone. Fields do not: on phones they would bring the keyboard up. */
function heirOf(way: readonly Step[]): HTMLElement | null {
  const around = way.findIndex(({ element }) => element.isConnected)
  const gone = way[around - 1]
  const pressable = 'a[href], button:not(:disabled), [tabindex="0"]'
  const reachable = (within: Element | null) =>
    within?.isConnected
      ? [...within.querySelectorAll<HTMLElement>(pressable)].filter(
          (element) => element.tabIndex >= 0 && element.checkVisibility(),
        )
      : []
  // A comment whose menu went when it was deleted.
  const nearest = way.map(({ element }) => element).find(isConnectedPlace)
  return (
    reachable(gone?.next ?? null)[0] ??
    reachable(gone?.previous ?? null).at(-1) ??
    nearest ??
    document.getElementById('main')
  )
}

const isConnectedPlace = (element: Element): element is HTMLElement =>
  element instanceof HTMLElement && element.isConnected && element.hasAttribute('tabindex')
