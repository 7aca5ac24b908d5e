const prefix = 'draft '

/** Keeps a text that is being written, for as long as the window is open; an empty one is forgotten. */
export function keepDraft(name: string, text: string): void {
  try {
    if (text.trim() === '') sessionStorage.removeItem(prefix + name)
    else sessionStorage.setItem(prefix + name, text)
  } catch {
    // Storage is full or switched off: what is written then lasts as long as its form.
  }
}

/** The text that was being written under this name, or an empty one. */
export function keptDraft(name: string): string {
  try {
    return sessionStorage.getItem(prefix + name) ?? ''
  } catch {
    return ''
  }
}
