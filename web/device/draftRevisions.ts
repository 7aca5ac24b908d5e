const prefix = 'draft revision '

/** Remembers for a draft of this window which revision of the server it was changed from. null forgets it. */
export function saveDraftRevision(place: string, revision: string | null): void {
  try {
    if (revision === null) sessionStorage.removeItem(prefix + place)
    else sessionStorage.setItem(prefix + place, revision)
  } catch {
    // Storage is full or disabled: a difference is then shown, where the text here is newer.
  }
}

export function savedDraftRevision(place: string): string | null {
  try {
    return sessionStorage.getItem(prefix + place)
  } catch {
    return null
  }
}
