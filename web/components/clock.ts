import { createContext, useContext, useSyncExternalStore } from 'react'
import { limits } from '../../contract/limits.ts'

/**
 * The moment, in milliseconds since 1970, at which the server rendered the page. Server and browser both provide it
 * around the application, so that the first texts in the browser are the ones that are already there.
 */
export const RenderedAt = createContext<number | null>(null)

const stepMs = limits.relativeTimeRefreshSeconds * 1000
let now = 0
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

/** Before the page is taken over: texts that are younger than the clock's step need not be made anew at once. */
export function startClock(renderedAt: number): void {
  now = renderedAt
}

/** The present moment, renewed every minute. All who ask share one timer, which runs while anybody asks. */
export function useNow(): Date {
  const renderedAt = useContext(RenderedAt)
  return new Date(useSyncExternalStore(subscribe, readClock, () => renderedAt ?? Date.now()))
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    // Also where the clocks of server and device differ.
    if (Math.abs(Date.now() - now) >= stepMs) now = Date.now()
    timer = setInterval(tick, stepMs)
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
