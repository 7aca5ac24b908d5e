import { useSyncExternalStore } from 'react'

let isKnown = false
const listeners = new Set<() => void>()

/**
 * Whether the site has been updated since this window was loaded. The next link then loads a whole document.
 */
export const isOutdated = (): boolean => isKnown

export function setOutdated(): void {
  isKnown = true
  for (const listener of listeners) listener()
}

export const useIsOutdated = (): boolean => useSyncExternalStore(subscribe, isOutdated, () => false)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
