import { useSyncExternalStore } from 'react'
import { forget, remember, remembered } from './remembered.ts'

/** The name for whether posts or comments of this member may wait for review; forgetMember.ts has it, too. */
const name = 'held'
const listeners = new Set<() => void>()

/**
 * Notes on this device that something of the member waits for review, or that nothing does. Without that, pages do not ask: almost
 * nobody ever has anything that waits.
 */
export function noteHeld(isHeld: boolean): void {
  if (isHeld) remember(name, '1')
  else forget(name)
  for (const listener of listeners) listener()
}

/** Whether something of the member may wait for review; false until the page is there. */
export const useMayBeHeld = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => remembered(name) !== null,
    () => false,
  )
