import { startTransition } from 'react'
import { chosen, shownAtTop } from './collapsed.ts'

/** Threads that change in one frame: a phone lays out that many quickly, but not the hundreds that a page may have. */
const threadsPerFrame = 20

/** Counts the calls, because a later one cancels earlier ones. */
let calls = 0

/** Collapses or expands all threads. @param ids of the comments at the top; some of them may not be rendered yet. */
export function collapseAll(ids: readonly string[], isCollapsed: boolean): void {
  for (const id of ids) chosen.set(id, isCollapsed)
  calls += 1
  const call = calls
  const left = [...shownAtTop]
  const goOn = () => {
    if (call !== calls) return
    const now = left.splice(0, threadsPerFrame)
    startTransition(() => {
      for (const set of now) set(isCollapsed)
    })
    if (left.length > 0) requestAnimationFrame(goOn)
  }
  goOn()
}
