/** Fallback where storage is switched off; it lasts as long as the page. */
const otherwise = new Map<string, string>()

/** The name for the last chosen order of comments. */
export const sortOnDevice = 'commentSort'

/** The stored value of a name, or null. */
export function remembered(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return otherwise.get(name) ?? null
  }
}

export function remember(name: string, text: string): void {
  try {
    localStorage.setItem(name, text)
  } catch {
    otherwise.set(name, text)
  }
}

export function forget(name: string): void {
  try {
    localStorage.removeItem(name)
  } catch {
    otherwise.delete(name)
  }
}

/** Whether `rememberNow` was called with this name at least this long ago, or never. */
export function isLongAgo(name: string, atLeastMs: number): boolean {
  const at = Number(remembered(name))
  // A time in the future comes from a clock that was set back since; it must not count as recent forever.
  return !(at > 0) || Math.abs(Date.now() - at) >= atLeastMs
}

export const rememberNow = (name: string): void => remember(name, String(Date.now()))
