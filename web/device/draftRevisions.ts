const prefix = 'draft revision '
const changedSuffix = ' changed'

/** How a draft of this window relates to the server's. */
export interface KnownRevision {
  /** The revision from which the text here was changed. */
  readonly revision: string
  /** Whether the text here has been changed since. */
  readonly isChanged: boolean
}

/** Remembers the state of a draft of this window. null forgets it. */
export function saveDraftRevision(place: string, known: KnownRevision | null): void {
  try {
    if (known === null) sessionStorage.removeItem(prefix + place)
    else sessionStorage.setItem(prefix + place, known.revision + (known.isChanged ? changedSuffix : ''))
  } catch {
    // Storage is full or disabled: the newer text here then shows as a conflict.
  }
}

export function savedDraftRevision(place: string): KnownRevision | null {
  try {
    const stored = sessionStorage.getItem(prefix + place)
    return stored === null
      ? null
      : { revision: stored.replace(changedSuffix, ''), isChanged: stored.endsWith(changedSuffix) }
  } catch {
    return null
  }
}
