const prefix = 'scroll '
const column = 'left column'

/** Remembers the scroll position of a page, for when the visitor comes back to it. */
export function rememberScroll(key: string, top = scrollY): void {
  try {
    sessionStorage.setItem(prefix + key, String(Math.round(top)))
  } catch {
    // Storage is full or switched off: coming back then starts at the top.
  }
}

/** The scroll position at which it was left, in pixels. */
export function rememberedScroll(key: string): number {
  try {
    return Number(sessionStorage.getItem(prefix + key) ?? 0)
  } catch {
    return 0
  }
}

/** A `ref` for the left column, which scrolls on its own: restores its position, also in the drawer and after a reload. */
export function keepColumnScroll(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return
  const top = rememberedScroll(column)
  // Setting the position forces a layout, even if it is already right.
  if (top > 0) element.scrollTop = top
  const save = () => rememberScroll(column, element.scrollTop)
  addEventListener('pagehide', save)
  return () => {
    save()
    removeEventListener('pagehide', save)
  }
}
