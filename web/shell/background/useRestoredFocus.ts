import { useEffect } from 'react'

/** Code that moves the focus on purpose, as closing dialogs do, has this long to do so first. */
const graceMs = 50

/** An element that had or contained the focus, with its siblings at that time. */
interface FocusAncestor {
  readonly element: Element
  readonly next: Element | null
  readonly previous: Element | null
}

/**
 * Restores the focus when the element that has it is removed, as a row of a list that was just deleted. Browsers leave the
 * focus nowhere then, and screen readers would start at the top of the page again.
 */
export function useRestoredFocus(): void {
  useEffect(() => {
    let ancestors: readonly FocusAncestor[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    const onFocusIn = ({ target }: FocusEvent) => {
      clearTimeout(timer)
      ancestors = target instanceof Element ? ancestorsOf(target) : []
    }
    const onMutation = () => {
      if (document.activeElement !== document.body || ancestors[0]?.element.isConnected !== false) return
      clearTimeout(timer)
      timer = setTimeout(() => {
        const lost = ancestors
        ancestors = []
        if (document.activeElement === document.body) findFocusTarget(lost)?.focus({ preventScroll: true })
      }, graceMs)
    }
    const observer = new MutationObserver(onMutation)
    observer.observe(document.body, { childList: true, subtree: true })
    addEventListener('focusin', onFocusIn)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
      removeEventListener('focusin', onFocusIn)
    }
  }, [])
}

/** The element itself comes first, then outwards. */
function ancestorsOf(focused: Element): FocusAncestor[] {
  const ancestors: FocusAncestor[] = []
  for (
    let element: Element | null = focused;
    element && element !== document.body;
    element = element.parentElement
  )
    ancestors.push({ element, next: element.nextElementSibling, previous: element.previousElementSibling })
  return ancestors
}

/** The next row, else the previous one, else a focusable ancestor, else the page. */
function findFocusTarget(ancestors: readonly FocusAncestor[]): HTMLElement | null {
  const firstConnected = ancestors.findIndex(({ element }) => element.isConnected)
  const removed = ancestors[firstConnected - 1]
  // A comment whose menu was removed when it was deleted.
  const ancestor = ancestors.map(({ element }) => element).find(isConnectedFocusable)
  return (
    controlsIn(removed?.next)[0] ??
    controlsIn(removed?.previous).at(-1) ??
    ancestor ??
    document.getElementById('main')
  )
}

/** Fields are excluded: on phones they would bring the keyboard up. */
function controlsIn(container: Element | null | undefined): HTMLElement[] {
  if (!container?.isConnected) return []
  const controls = container.querySelectorAll<HTMLElement>('a[href], button:not(:disabled), [tabindex="0"]')
  return [...controls].filter((element) => element.tabIndex >= 0 && element.checkVisibility())
}

const isConnectedFocusable = (element: Element): element is HTMLElement =>
  element instanceof HTMLElement && element.isConnected && element.hasAttribute('tabindex')
