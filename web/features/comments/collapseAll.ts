import { flushSync } from 'react-dom'
import { chosen, shownAtTop } from './collapsed.ts'

/** Threads that change in the first frame, and at least in each later one: on a slow device all frames are long, however few change. */
const fewestThreads = 8
/** Frames shorter than the first get more threads, frames longer than the second get fewer. */
const frameMs = { short: 30, long: 60 }

/** Counts the calls, because a later one cancels earlier ones. */
let calls = 0

/**
 * Collapses or expands all threads, as many in a frame as the device has time for: those near the window are laid out again, hundreds of
 * others cost little.
 *
 * @param ids of the comments at the top; some of them may not be rendered yet.
 */
export function collapseAll(ids: readonly string[], isCollapsed: boolean): void {
  for (const id of ids) chosen.set(id, isCollapsed)
  calls += 1
  const call = calls
  const left = [...shownAtTop]
  let count = fewestThreads
  const goOn = (before: number) =>
    requestAnimationFrame((now) => {
      if (call !== calls) return
      const took = now - before
      if (took < frameMs.short) count *= 2
      else if (took > frameMs.long) count = Math.max(fewestThreads, count / 2)
      flushSync(() => {
        for (const set of left.splice(0, count)) set(isCollapsed)
      })
      if (left.length > 0) goOn(now)
    })
  // The press is answered first, with a frame in which only the button changes.
  requestAnimationFrame(goOn)
}
