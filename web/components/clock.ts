import { createContext, useContext, useSyncExternalStore } from 'react'
import { limits } from '../../contract/limits.ts'

/**
 * The moment, in milliseconds since 1970, at which the server rendered the page. Server and browser both provide it
 * around the application, so that the first texts in the browser are the ones that are already there.
 */
export const RenderedAt = createContext<number | null>(null)

let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

/** The present moment, renewed every minute. All who ask share one timer, which runs while anybody asks. */
export function useNow(): Date {
  const renderedAt = useContext(RenderedAt)
  return new Date(useSyncExternalStore(subscribe, readClock, () => renderedAt ?? Date.now()))
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = Date.now()
    timer = setInterval(tick, limits.relativeTimeRefreshSeconds * 1000)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) clearInterval(timer)
  }
}

function tick() {
  now = Date.now()
  for (const listener of listeners) listener()
}

function readClock(): number {
  return now
}
