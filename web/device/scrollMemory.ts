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

/** How far it was scrolled when it was left, in pixels. */
export function rememberedScroll(key: string): number {
  try {
    return Number(sessionStorage.getItem(prefix + key) ?? 0)
  } catch {
    return 0
  }
}

/** For the `ref` of the left column, which scrolls by itself: it is where it was left, in the drawer and after a reload too. */
export function keepColumnScroll(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return
  const top = rememberedScroll(column)
  // Even in its place already it would be laid out to be put there.
  if (top > 0) element.scrollTop = top
  const save = () => rememberScroll(column, element.scrollTop)
  addEventListener('pagehide', save)
  return () => {
    save()
    removeEventListener('pagehide', save)
  }
}
