const prefix = 'draft '

/** Saves an unsent text while the window is open; an empty one is removed. */
export function saveDraft(name: string, text: string): void {
  try {
    if (text.trim() === '') sessionStorage.removeItem(prefix + name)
    else sessionStorage.setItem(prefix + name, text)
  } catch {
    // Storage is full or disabled: the text then lasts as long as its form.
  }
}

/** The draft of this name, or an empty text. */
export function savedDraft(name: string): string {
  try {
    return sessionStorage.getItem(prefix + name) ?? ''
  } catch {
    return ''
  }
}
