import { createContext, useContext, useSyncExternalStore } from 'react'
import { noteEnd } from './lasting.ts'

const relativeTimeRefreshSeconds = 60

/**
 * When the server rendered the page, in milliseconds since 1970. Server and browser both provide it around the
 * application, so that hydration renders the same texts.
 */
export const RenderedAt = createContext<number | null>(null)

const stepMs = relativeTimeRefreshSeconds * 1000
let now = 0
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/** Before hydration: texts younger than one step of the clock do not need to render again at once. */
export function startClock(renderedAt: number): void {
  now = renderedAt
}

/**
 * A text for the current time, updated every minute. All components share one timer, which runs while any of them is mounted.
 *
 * @param textAt never returns to a text that it has left: the server keeps markup while its texts stay the same.
 */
export function useTextNow(textAt: (now: Date) => string): string {
  const renderedAt = useContext(RenderedAt)
  const time = new Date(useSyncExternalStore(subscribe, getTime, () => renderedAt ?? Date.now()))
  if (import.meta.env.SSR) noteEnd(time, textAt)
  return textAt(time)
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    // Also corrects a difference between the clocks of server and device.
    if (Math.abs(Date.now() - now) >= stepMs) now = Date.now()
    // The server's clock stands still within a minute, so the first step is a shorter one.
    timer = setTimeout(tick, now + stepMs - Date.now())
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) clearTimeout(timer)
  }
}

function tick() {
  now = Date.now()
  timer = setTimeout(tick, stepMs)
  for (const listener of listeners) listener()
}

function getTime(): number {
  return now
}
