/** In minutes, the longest first. More than an hour would save hardly any rendering. */
const spans = [60, 30, 10, 5, 2, 1]
const minuteMs = 60_000

let note: ((until: number) => void) | null = null

/**
 * Renders something whose texts may depend on the time.
 *
 * @returns what was made, and until when it would look the same, in milliseconds since 1970.
 */
export function withEnd<Result>(work: () => Result): { result: Result; until: number } {
  const before = note
  let until = Number.POSITIVE_INFINITY
  note = (end) => {
    until = Math.min(until, end)
  }
  try {
    const result = work()
    return { result, until }
  } finally {
    note = before
  }
}

/** Notes that what is being rendered depends on the time. @param textAt never returns to a text that it has left. */
export function noteEnd(now: Date, textAt: (now: Date) => string): void {
  if (!note) return
  const text = textAt(now)
  const later = (minutes: number) => now.getTime() + minutes * minuteMs
  // Pages are rendered as of the beginning of a minute, so even another text afterwards is right until its end.
  const lasts = spans.find((minutes) => textAt(new Date(later(minutes) - 1)) === text) ?? 1
  note(later(lasts))
}
