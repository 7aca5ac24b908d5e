const prefix = 'scroll '

/** Keeps how far the window is scrolled, for when the visitor comes back to this entry of the history. */
export function rememberScroll(key: string): void {
  try {
    sessionStorage.setItem(prefix + key, String(Math.round(scrollY)))
  } catch {
    // Storage is full or switched off: coming back then starts at the top.
  }
}

/** How far the window was scrolled when this entry of the history was left, in pixels. */
export function rememberedScroll(key: string): number {
  try {
    return Number(sessionStorage.getItem(prefix + key) ?? 0)
  } catch {
    return 0
  }
}
